"""The bytes of a dataset depend on spec, seed and count alone: not on threads, shards, kills, interrupts or resumes."""
import json
import os
import random
import signal
import sqlite3
import subprocess
import time

from harness import ENVIRONMENT, GEN, Case, main, text_of

SPECS = {
    "sr": ("sat/sr", "n=10..30", "--count", "600"),
    "parts": ("sat/planted", "n=15..20", "m=70", "+", "sat/uniform", "n=15..20", "m=70", "label=0", "--count", "301", "--rename"),
    "pairs": ("cqc/uniform", "--count", "300", "--balance", "--split", "train=.8,test=.2"),
}


class Digests(Case):
    def test_folder_and_archive(self):
        """The order of an archive's members does not matter; what an export wrote is imported without a word about its table."""
        self.make("data.db", "parts")
        self.gen("export", "data.db", "parts", "--format", "dimacs", "--output", "out")
        members = sorted(os.listdir(self.path("out")))
        random.Random(1).shuffle(members)
        self.ok("tar", "-czf", "out.tar.gz", *("out/" + name for name in members))
        done = [self.call(GEN, "import", "data.db", name, path, "--labels", "from-path", "--json") for name, path in (("folder", "out"), ("archive", "out.tar.gz"))]
        for one in done:
            self.assertEqual((one.returncode, one.stderr.count(b"\n"), one.stderr.count(b"warning")), (0, 3, 0), one)
            self.assertEqual(json.loads(one.stdout)["claimed"], 301)
        digests = {json.loads(one.stdout)["digest"] for one in done} | {self.datasets("data.db")["parts"]["digest"]}
        self.assertEqual(len(digests), 1)
        twice = self.call(GEN, "import", "data.db", "twice", "out", "./out")
        self.assertIn(b"warning: ./out: its files are imported twice", twice.stderr)
        self.gen("export", "data.db", "folder", "--format", "dimacs", "--output", "again")
        lines = text_of(self.path("again", "labels.csv")).splitlines()
        self.assertEqual(lines[0], "file,idx,unit,split,label,family,source")
        self.assertTrue(lines[1].endswith(",out/000000_sat.cnf"), lines[1])

    def make(self, catalog, name, *more):
        return self.document(GEN, "make", catalog, name, *SPECS[name], "--seed", "7", *more)["digest"]

    def test_threads_and_shards(self):
        for name in SPECS:
            with self.subTest(spec=name):
                whole = self.make("whole.db", name, "--threads", "1")
                self.assertRegex(whole, "^[0-9a-f]{64}$")
                self.assertEqual(self.make("threads.db", name, "--threads", "2"), whole)
                self.assertEqual(self.make("many.db", name, "--threads", "7"), whole)
                for i in range(3):
                    self.assertIsNone(self.make(f"{name}{i}.db", name, "--shard", f"{i}/3"))
                done = self.call(GEN, "merge", f"{name}.db", f"{name}2.db", f"{name}0.db")
                self.assertRegex(done.stderr.decode(), rf"^gen merge: {name}: \d+ of \d+ instances are there; merge the shards that are missing\n$")
                self.assertEqual(self.call(GEN, "merge", f"{name}.db", f"{name}1.db").stderr, b"")
                self.assertEqual(self.datasets(f"{name}.db")[name]["digest"], whole)
                self.assertEqual(self.document(GEN, "verify", f"{name}.db")["faults"], [])

    def test_other_seeds_differ(self):
        first = self.make("data.db", "sr")
        self.assertNotEqual(self.document(GEN, "make", "data.db", "other", *SPECS["sr"], "--seed", "8")["digest"], first)

    def test_sample_shows_what_make_stores(self):
        for generator, format_ in (("sat/sr", "dimacs"), ("cqc/uniform", "datalog")):
            name = generator.replace("/", "-")
            self.gen("make", "data.db", name, generator, "--count", "4", "--seed", "9")
            lines = [line for line in self.gen("sample", generator, "--count", "4", "--seed", "9").splitlines() if line[:2] not in ("c ", "% ")]
            self.gen("export", "data.db", name, "--format", format_, "--output", name)
            stored = []
            for path in sorted(os.path.join(folder, file) for folder, _, files in os.walk(self.path(name)) for file in files if not file.endswith(".csv")):
                stored += [line for line in text_of(path).splitlines() if line[:2] not in ("c ", "% ")]
            self.assertEqual(sorted(lines), sorted(stored))

    def test_a_drawn_seed_is_told_and_kept(self):
        done = self.call(GEN, "make", "data.db", "train", *SPECS["sr"])
        seed = self.datasets("data.db")["train"]["seed"]
        self.assertRegex(done.stderr.decode(), rf"(?m), seed {seed}$")
        again = self.document(GEN, "make", "again.db", "train", *SPECS["sr"], "--seed", seed)
        self.assertEqual(again["digest"], self.datasets("data.db")["train"]["digest"])
        self.assertRegex(self.gen("ls", "data.db", "train"), r"\n  options     certify=check solver=auto tries=\d+\n")


class Kills(Case):
    WORK = ("sat/sr", "n=10..40", "--count", "12000", "--seed", "3", "--threads", "2")

    def start(self, *more):
        return subprocess.Popen([GEN, "make", "data.db", "train", *self.WORK, *more], cwd=self.folder, env=ENVIRONMENT, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                                stderr=subprocess.PIPE)

    def rows(self):
        if not os.path.exists(self.path("data.db")):
            return 0
        try:
            return self.sql("SELECT count(*) FROM instance")[0][0]
        except sqlite3.OperationalError:   # killed before there was a table
            return 0

    def expected(self):
        start = time.monotonic()
        digest = self.document(GEN, "make", "whole.db", "train", *self.WORK)["digest"]
        return digest, time.monotonic() - start

    def test_twenty_kills(self):
        """Killed at twenty random moments, one after the other, each resumed from where it stands."""
        digest, seconds = self.expected()
        moments = random.Random(20)
        kept = [0]
        for _ in range(20):
            work = self.start("--resume")
            time.sleep(moments.uniform(0, seconds / 8))
            work.kill()
            work.communicate()
            kept.append(self.rows())
        self.assertEqual(kept, sorted(kept))   # nothing that was committed is lost
        self.assertEqual(self.document(GEN, "make", "data.db", "train", *self.WORK, "--resume")["digest"], digest)
        self.assertEqual(self.document(GEN, "verify", "data.db", "--stored-only")["faults"], [])
        self.assertEqual(sorted(name for name in os.listdir(self.folder) if name.startswith("data.db")), ["data.db"])

    def test_interrupt(self):
        """Ctrl-C keeps what is done, exits with 130 and prints the command that goes on."""
        digest, seconds = self.expected()
        for number in (signal.SIGINT, signal.SIGTERM):
            work = self.start("--resume")
            time.sleep(min(.3, seconds / 4))
            work.send_signal(number)
            said = work.communicate()[1].decode()
            self.assertEqual(work.returncode, 130, said)
            self.assertEqual(said.count("\n"), 1, said)
            self.assertIn("--resume", said)
        command = said.split(": ", 3)[-1]
        self.assertIn("make data.db train sat/sr", command)
        self.assertFalse(self.datasets("data.db")["train"]["complete"])
        done = self.call("sh", "-c", command)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(self.datasets("data.db")["train"]["digest"], digest)


class Writers(Case):
    def test_two_at_once(self):
        """A second writer waits; then says who holds the file. Readers read on. Nothing is lost."""
        first = subprocess.Popen([GEN, "make", "data.db", "one", "sat/uniform", "n=100", "m=426", "--count", "1500", "--seed", "1", "--threads", "1"], cwd=self.folder, env=ENVIRONMENT,
                                 stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
        while first.poll() is None and not os.path.exists(self.path("data.db")):
            time.sleep(.01)
        time.sleep(.3)
        self.gen("ls", "data.db")
        second = self.call(GEN, "make", "data.db", "two", "sat/sr", "--count", "100", "--seed", "1")
        said = first.communicate()[1].decode()
        self.assertEqual(first.returncode, 0, said)
        if second.returncode:
            self.assertEqual(second.returncode, 3, second)
            self.assertEqual(second.stderr.count(b"\n"), 1, second)
            self.assertIn(str(first.pid).encode(), second.stderr)
            self.gen("make", "data.db", "two", "sat/sr", "--count", "100", "--seed", "1", "--resume")
        self.assertEqual({name: one["complete"] for name, one in self.datasets("data.db").items()}, {"one": True, "two": True})
        self.assertEqual(json.loads(self.gen("verify", "data.db", "--stored-only", "--json"))["faults"], [])


if __name__ == "__main__":
    main()
