"""Signs of life: one rewritten line on a terminal, dated lines elsewhere, nothing when the work is short."""
import os
import pty
import re
import subprocess

from harness import ENVIRONMENT, GEN, Case, main

WORK = (GEN, "make", "data.db", "train", "sat/uniform", "n=100", "m=426", "--count", "{}", "--seed", "1")


class Progress(Case):
    def words(self, count):
        return [word.format(count) for word in WORK]

    def test_log(self):
        done = self.call(*self.words(2000), env={"HARDBIAS_PROGRESS_SECONDS": "0.05"})
        lines = done.stderr.decode().splitlines()
        self.assertGreater(len(lines), 1)
        for line in lines[:-1]:
            self.assertRegex(line, r"^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d gen make: .*train.*: \d+ of \d+ \(\d+%\) \w+, \d+ s$")

    def test_quiet(self):
        self.assertEqual(self.call(*self.words(20)).stderr.count(b"\n"), 1)

    def test_terminal(self):
        ours, theirs = pty.openpty()
        work = subprocess.Popen(self.words(4000), cwd=self.folder, env=ENVIRONMENT, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=theirs)
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
        text = said.decode()
        self.assertEqual(text.count("\n"), 1, text)   # the summary alone stays
        for piece in re.split("\r", text)[1:-1]:
            self.assertRegex(piece, r"^(\x1b\[K(gen make: .*)?|)$")


if __name__ == "__main__":
    main()
