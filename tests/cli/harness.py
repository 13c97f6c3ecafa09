"""What the command-line tests share: programs in a fresh folder, their exit status and what they say.

HARDBIAS_BUILD is the build folder, HARDBIAS_SOURCE the root of the sources; ctest sets both.
"""
import contextlib
import csv
import json
import os
import shutil
import sqlite3
import subprocess
import tempfile
import unittest

SOURCE = os.environ.get("HARDBIAS_SOURCE", os.path.abspath(os.path.join(os.path.dirname(__file__), "..", "..")))
BUILD = os.environ.get("HARDBIAS_BUILD", os.path.join(SOURCE, "build"))
DATA = os.path.join(SOURCE, "tests", "data")
GEN = os.path.join(BUILD, "gen")
ANALYZE = os.path.join(BUILD, "analyze")
ENVIRONMENT = dict(os.environ, PATH=BUILD + os.pathsep + os.environ["PATH"], LC_ALL="C.UTF-8")


def text_of(*parts):
    with open(os.path.join(*parts), encoding="utf-8") as file:
        return file.read()


def formulas():
    """What is known of the formulas under tests/data/sat."""
    return list(csv.DictReader(text_of(DATA, "sat", "manifest.tsv").splitlines(), delimiter="\t", quoting=csv.QUOTE_NONE))


def sanitized():
    return "HARDBIAS_SANITIZE:BOOL=ON" in text_of(BUILD, "CMakeCache.txt")


def unwrapped(text):
    """Without line breaks, so that sentences can be looked for."""
    return " ".join((text.decode() if isinstance(text, bytes) else text).split())


class Case(unittest.TestCase):
    """Each test runs in an empty folder of its own, which is its working directory."""

    maxDiff = None

    def setUp(self):
        self.folder = tempfile.mkdtemp(prefix="hardbias-")
        self.addCleanup(shutil.rmtree, self.folder, ignore_errors=True)

    def path(self, *parts):
        return os.path.join(self.folder, *parts)

    def write(self, name, text):
        with open(self.path(name), "w", encoding="utf-8", newline="") as file:
            file.write(text)

    def call(self, *words, **options):
        text = options.pop("stdin", None)
        source = {"stdin": subprocess.DEVNULL} if text is None else {"input": text.encode()}
        return subprocess.run([str(word) for word in words], cwd=self.folder, env=dict(ENVIRONMENT, **options.pop("env", {})), **source,
                              stdout=options.pop("stdout", subprocess.PIPE), stderr=subprocess.PIPE, timeout=250, check=False, **options)

    def ok(self, *words, status=0, **options):
        """Runs it, wants the exit status, returns standard output as text."""
        done = self.call(*words, **options)
        self.assertEqual(done.returncode, status, (words, done.stderr.decode(errors="replace")))
        return done.stdout.decode() if done.stdout is not None else ""

    def gen(self, *words, **options):
        return self.ok(GEN, *words, **options)

    def analyze(self, *words, **options):
        return self.ok(ANALYZE, *words, **options)

    def document(self, program, *words, **options):
        return json.loads(self.ok(program, *words, "--json", **options))

    def refused(self, program, *words, status=2, says=(), **options):
        """The command fails with that status, one line on stderr that holds all of `says`, and nothing on stdout."""
        done = self.call(program, *words, **options)
        said = done.stderr.decode(errors="replace")
        self.assertEqual(done.returncode, status, (words, said))
        self.assertEqual(said.count("\n"), 1, (words, said))
        self.assertTrue(said.endswith("\n"), said)
        self.assertTrue(said.startswith(os.path.basename(program)), said)
        for part in [says] if isinstance(says, str) else says:
            self.assertIn(part, said)
        if done.stdout is not None:
            self.assertEqual(done.stdout, b"", words)
        return said

    def sql(self, statement, *values, catalog="data.db"):
        """Rows of the statement; what it changes is kept."""
        with contextlib.closing(sqlite3.connect(self.path(catalog))) as database, database:
            return database.execute(statement, values).fetchall()

    def datasets(self, catalog):
        """By name, as `gen ls --json` tells them."""
        return {one["dataset"]: one for one in self.document(GEN, "ls", catalog)["datasets"]}


def main():
    unittest.main(verbosity=1)
