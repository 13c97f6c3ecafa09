"""Signs of life: one rewritten line on a terminal, dated lines elsewhere, nothing when the work is short."""
import fcntl
import os
import pty
import re
import signal
import sqlite3
import struct
import subprocess
import termios
import time

from harness import ANALYZE, ENVIRONMENT, GEN, Case, main

WORK = (GEN, "make", "data.db", "train", "sat/uniform", "n=100", "m=426", "--count", "{}", "--seed", "1")

SUMMARY = 3   # lines at the end


class Progress(Case):
    def words(self, count):
        return [word.format(count) for word in WORK]

    def test_log(self):
        done = self.call(*self.words(400), env={"HARDBIAS_PROGRESS_SECONDS": "0.01"})
        lines = done.stderr.decode().splitlines()
        self.assertGreater(len(lines), SUMMARY)
        for line in lines[:-SUMMARY]:
            self.assertRegex(line, r"^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d gen make: .*train.*: \d+ of \d+ \(\d+%\) \w+, \d+ s$")

    def test_quiet(self):
        self.assertEqual(self.call(*self.words(20)).stderr.count(b"\n"), SUMMARY)

    def on_terminal(self, words, columns=0):
        """What is said on a terminal of so many columns; 0: one that does not tell."""
        ours, theirs = pty.openpty()
        fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
        environment = dict(ENVIRONMENT, HARDBIAS_PROGRESS_SECONDS="0.01")
        work = subprocess.Popen(words, cwd=self.folder, env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=theirs)
        os.close(theirs)
        said = b""
        while True:
            try:
                piece = os.read(ours, 4096)
            except OSError:
                break
            if not piece:
                break
            said += piece
        os.close(ours)
        self.assertEqual(work.wait(timeout=100), 0)
        return said.decode()

    def test_warnings_fit_the_terminal(self):
        """In lines that are wrapped at blanks; in a log each stays one line."""
        os.mkdir(self.path("in"))
        self.write("in/a.cnf", "p cnf 2 2\n1 2 0\n-1 0\n0\n")
        self.write("in/b.cnf", "p cnf 1 1\n1 0\n")
        words = [GEN, "import", "data.db", "d", "in", "--labels", "from-path", "--unit", "from-path"]
        logged = self.call(*words).stderr.decode().splitlines()
        self.assertGreater(max(map(len, logged)), 100)
        self.assertLess(max(map(len, logged)), 160)
        for columns in (60, 100):
            words[3] = f"d{columns}"
            lines = self.on_terminal(words, columns).replace("\r", "").splitlines()[:-SUMMARY]
            self.assertLessEqual(max(map(len, lines)), columns, lines)
            joined = "\n".join(lines).replace("\n    ", " ").splitlines()
            self.assertEqual(joined, logged[:-SUMMARY])

    def test_terminal(self):
        start = time.monotonic()
        text = self.on_terminal(self.words(2000))
        self.assertEqual(text.count("\n"), SUMMARY, text)   # the summary alone stays
        pieces = re.split("\r", text)[1:-SUMMARY]
        if time.monotonic() - start > 2:   # nothing is shown in the first second, nor by a machine that is done in it
            self.assertTrue(any(re.search(r"train.*: \d+ of 2000 ", piece) for piece in pieces), text)
        for piece in pieces:
            self.assertRegex(piece, r"^(\x1b\[K(gen make: .*)?|)$")

    def interrupted(self, words, pauses):
        """A signal after each pause; the exit status, and what was said."""
        work = subprocess.Popen(words, cwd=self.folder, env=ENVIRONMENT, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
        for pause in pauses:
            try:
                work.wait(timeout=pause)
            except subprocess.TimeoutExpired:
                work.send_signal(signal.SIGINT)
        said = work.communicate(timeout=100)[1].decode()
        return work.returncode, said

    def test_once_in_one_long_instance(self):
        """One Ctrl-C ends a search that would take hours, wherever labels are asked for; what was committed stays."""
        self.gen("make", "data.db", "train", "sat/uniform", "n=10", "m=30", "--count", "20", "--seed", "1")
        before = self.datasets("data.db")["train"]
        hard = ("sat/uniform", "n=700", "m=2982")
        self.write("hard.cnf", self.gen("sample", *hard, "--seed", "1"))
        self.gen("import", "taken.db", "hard", "hard.cnf", "--budget", "1")
        database = sqlite3.connect(self.path("taken.db"))
        database.execute("UPDATE instance SET label = 1, label_source = 'solver', reason = NULL, solver = 'cdcl'")
        database.commit()
        database.close()
        for words, says in (((GEN, "make", "data.db", "one", *hard, "--count", "2", "--seed", "1", "--threads", "1"), "stopped while it was labelled"),
                            ((GEN, "make", "data.db", "two", *hard, "--count", "2", "--seed", "1", "--threads", "2"), "stopped while it was labelled"),
                            ((GEN, "make", "data.db", "three", *hard, "--count", "2", "--seed", "1", "--solver", "picosat"), "stopped while it was labelled"),
                            ((GEN, "label", "hard.cnf"), "interrupted after 0 labels"),
                            ((GEN, "import", "data.db", "four", "hard.cnf"), "nothing was imported"),
                            ((GEN, "verify", "taken.db"), "stopped after"),
                            ((GEN, "calibrate", "sat/uniform", "n=700", "--over", "m=2900..3000", "--seed", "1"), "interrupted at m="),
                            ((ANALYZE, "collapse", "taken.db", "hard", "--reference-steps", str(10**12)), "stopped")):
            with self.subTest(words=words):
                start = time.monotonic()
                status, said = self.interrupted(words, (1,))
                self.assertEqual((status, said.count("\n")), (130, 1), said)
                self.assertIn(says, said)
                self.assertLess(time.monotonic() - start, 8)
        self.assertEqual(self.datasets("data.db")["train"], before)

    def test_once_in_a_loop_that_rejects(self):
        """One Ctrl-C is enough where draws are rejected again and again, for a label too (it may come at any moment of a try), and where sat/sr searches."""
        endless = ("cqc/pullback", "v2=100000", "head=3", "m2=2")
        for words in ((GEN, "make", "data.db", "a", *endless, "--count", "2", "--threads", "1"), (GEN, "make", "data.db", "b", *endless, "--count", "2", "--threads", "2"),
                      (GEN, "make", "data.db", "c", "sat/uniform", "n=200", "m=4000", "label=1", "--count", "2", "--tries", "1000000000", "--threads", "2"),
                      (GEN, "sample", "sat/sr", "n=1000")):
            status, said = self.interrupted((*words, "--seed", "1"), (1,))
            self.assertEqual(status, 130, said)
            where = "cdcl: stopped" if "sat/sr" in words else "stopped (while it was (drawn|labelled)|after it was drawn)" if "sat/uniform" in words else "stopped while it was drawn"
            self.assertRegex(said, "unit 0: " + where)

    def test_named_pipe(self):
        os.mkfifo(self.path("pipe"))
        status, said = self.interrupted((GEN, "label", "pipe"), (1,))
        self.assertEqual((status, said.count("\n")), (130, 1), said)
        self.assertIn("interrupted", said)


if __name__ == "__main__":
    main()
