"""Bad input: one clear line on stderr, the right exit status, nothing lost and nothing half-written."""
import io
import json
import os
import resource
import shutil
import signal
import sqlite3
import subprocess
import tarfile
import time
import unittest

from harness import ANALYZE, GEN, Case, main, sanitized, text_of, unwrapped

MAKE = ("sat/uniform", "n=10", "m=30", "--count", "20", "--seed", "1")


class Errors(Case):
    def setUp(self):
        super().setUp()
        self.gen("make", "data.db", "train", *MAKE)

    def content(self, name="data.db"):
        """A database as SQL, another file as bytes."""
        with open(self.path(name), "rb") as file:
            data = file.read()
        if not data.startswith(b"SQLite format 3"):
            return data
        database = sqlite3.connect(self.path(name))
        try:
            return list(database.iterdump())
        finally:
            database.close()

    def unchanged(self, *words, catalog="data.db", **expected):
        before, files = self.content(catalog), sorted(os.listdir(self.folder))
        self.refused(*words, **expected)
        self.assertTrue(self.content(catalog) == before, ("the catalog changed", words))
        self.assertEqual(sorted(os.listdir(self.folder)), files, words)

    def test_specs(self):
        for words, says in {
            ("sat/unifrom", "--count", "4"): ["sat/unifrom", "sat/uniform"],
            ("sat/uniform", "x=3", "--count", "4"): ["unknown parameter", "x"],
            ("sat/uniform", "n=0", "--count", "4"): ["n=0", "out of range"],
            ("sat/uniform", "n=ten", "--count", "4"): ["n", "ten"],
            ("sat/uniform", "n=9..5", "--count", "4"): ["9..5"],
            ("sat/uniform", "n=10", "n=11", "--count", "4"): ["n"],
            ("sat/sr", "--count", "3"): ["2", "4"],
            ("sat/uniform", "n=10", "m=30", "+", "--count", "4"): ["+"],
            ("sat/uniform", "n=10", "m=30", "+", "cqc/uniform", "--count", "4"): ["cqc"],
            ("sat/uniform", "n=10", "m=30", "label=2", "--count", "4"): ["label"],
        }.items():
            with self.subTest(words=words):
                self.unchanged(GEN, "make", "data.db", "other", *words, "--seed", "1", says=says)

    def test_options(self):
        for words, says in {
            (): "--count",
            ("--count", "0"): "out of range",
            ("--count", "-3"): "--count",
            ("--count", "4x"): "not a whole number",
            ("--count", "4", "--count", "5"): "twice",
            ("--count", "4", "--shard", "3/3"): "--shard",
            ("--count", "4", "--shard", "1"): "--shard",
            ("--count", "4", "--shard", "0/2"): "--seed",
            ("--count", "4", "--seed", "18446744073709551616"): "out of range",
            ("--count", "4", "--certify", "maybe"): "none|check|store",
            ("--count", "4", "--solver", "magic"): "magic",
            ("--count", "4", "--split", "train=.5,test=.6"): "split",
            ("--count",): "needs a value",
            ("--resume=3",): "takes no value",
        }.items():
            with self.subTest(words=words):
                self.unchanged(GEN, "make", "data.db", "other", "sat/uniform", "n=10", "m=30", *words, says=says)

    def test_options_of_measures(self):
        for verb, words in {"report": ("train",), "collapse": ("train",), "study": ("--train", "train", "--test", "train")}.items():
            self.unchanged(ANALYZE, verb, "data.db", *words, "--replicates", "1000", says="--replicates")  # nothing is resampled
            for option, value in (("--level", "1e-300"), ("--level", ".49"), ("--level", ".99999"), ("--level", "nan")):
                with self.subTest(verb=verb, option=option, value=value):
                    self.unchanged(ANALYZE, verb, "data.db", *words, option, value, says=[option, value])
        self.unchanged(ANALYZE, "study", "data.db", "--train", "train", "--test", "train", "--reference", "nowhere", says="nowhere")

    def test_file_size_limit(self):
        """What `ulimit -f` refuses is a write that failed, not the end of the process."""
        limit = {"preexec_fn": lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (1 << 19, 1 << 19))}
        before = self.datasets("data.db")["train"]
        self.refused(GEN, "make", "data.db", "more", "sat/uniform", "n=50", "m=200", "--count", "20000", "--seed", "1", status=3, says=["data.db", "File too large", "ulimit -f"], **limit)
        self.assertEqual(self.datasets("data.db")["train"], before)
        self.gen("make", "wide.db", "wide", "sat/uniform", "n=50", "m=200", "--count", "2000", "--seed", "1")
        for words in ((ANALYZE, "features", "wide.db", "wide"), (GEN, "export", "wide.db", "wide", "--format", "npz", "--output", "wide.npz")):
            self.refused(*words, status=3, says=["File too large", "ulimit -f"], **limit)
        self.gen("make", "data.db", "long", "sat/uniform", "n=50", "m=200", "--count", "1000", "--seed", "1")
        self.assertNotIn(".part-", self.refused(GEN, "export", "data.db", "long", "--format", "jsonl", "--output", "long.jsonl", status=3, says=["long.jsonl", "ulimit -f"], **limit))
        with open(self.path("out"), "wb") as out:
            self.refused(GEN, "sample", "sat/uniform", "n=50", "m=200", "--count", "20000", "--seed", "1", status=3, says="File too large", stdout=out, **limit)

    @unittest.skipIf(sanitized(), "shadow memory is no small address space")
    def test_memory_of_an_archive(self):
        """Members that wait for their turn take their own size and not that of a block, which would be 655 MB here."""
        with tarfile.open(self.path("many.tar"), "w") as archive:
            for i in range(10000):
                text = b"p cnf 2 1\n1 2 0\n"
                member = tarfile.TarInfo(f"{i * 7919 % 10000:05}.cnf")
                member.size = len(text)
                archive.addfile(member, io.BytesIO(text))
        self.gen("import", "data.db", "many", "many.tar", "--threads", "1", preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (1 << 29, 1 << 29)))
        self.assertEqual(self.datasets("data.db")["many"]["instances"], 10000)

    @unittest.skipIf(sanitized(), "shadow memory is no small address space")
    def test_variables_that_no_clause_uses(self):
        """Memory goes with the clauses and not with what a header says, or the want of it is told: arrays over the variables would take 2 GB and more."""
        limit = {"preexec_fn": lambda: resource.setrlimit(resource.RLIMIT_AS, (1 << 29, 1 << 29))}
        self.write("a.cnf", "p cnf 536870911 2\n1 -536870911 0\n7 1 0\n")
        self.write("b.cnf", "p cnf 536870911 2\n400000000 -3 0\n-3 9 0\n")
        self.gen("import", "data.db", "giants", "a.cnf", "b.cnf", "--threads", "1", **limit)
        self.gen("verify", "data.db", "giants", "--stored-only", **limit)
        found = json.loads(self.ok(ANALYZE, "redundancy", "data.db", "giants", "--list", "--threads", "1", "--json", **limit))
        self.assertEqual(len(self.sql("SELECT DISTINCT canonical_hash FROM instance WHERE dataset = (SELECT id FROM dataset WHERE name = 'giants')")), 1, found)
        self.ok(ANALYZE, "report", "data.db", "giants", "--threads", "1", **limit)
        self.refused(GEN, "make", "data.db", "more", "sat/augment", "from=giants", "--count", "2", "--seed", "1", status=3, says=["instance 0", "536870911"], **limit)
        self.refused(GEN, "export", "data.db", "giants", "--format", "npz", "--graph", "vcg", "--output", "x.npz", status=3, says=["giants", "instance 0", "nodes"], **limit)

    def test_features_of_no_instance(self):
        self.analyze("features", "data.db", "train")
        self.sql("UPDATE sat_features SET variables = 9e999 WHERE idx = 7")
        for value in ("9e999", "-1e308"):
            self.sql(f"UPDATE sat_features SET variables = {value} WHERE idx = 7")
            for words in (("report", "data.db", "train"), ("shortcuts", "data.db", "train"), ("study", "data.db", "--train", "train", "--test", "train")):
                self.refused(ANALYZE, *words, status=1, says=["data.db", "damaged", "train", "instance 7", "variables", "--anew"])
        said = self.call(GEN, "verify", "data.db", "--stored-only")
        self.assertEqual(said.returncode, 1)
        self.assertIn("feature variables is no finite number up to 1e+100 in 1 instance, the first is 7", said.stdout.decode())

    def test_version_of_other_columns(self):
        self.sql("PRAGMA user_version = 1")
        said = self.call(GEN, "verify", "data.db", "--stored-only")
        self.assertEqual(said.returncode, 1)
        self.assertIn("version 1, and has column parent_dataset", said.stdout.decode())

    def test_interrupted_while_it_waits(self):
        """For another writer, which is waited for ten seconds."""
        other = sqlite3.connect(self.path("data.db"), isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        child = subprocess.Popen([GEN, "rm", "data.db", "train"], cwd=self.path(), stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
        time.sleep(.5)
        since = time.monotonic()
        child.send_signal(signal.SIGINT)
        text = child.communicate()[1].decode()
        self.assertEqual(child.returncode, 130, text)
        self.assertLess(time.monotonic() - since, 5)
        other.close()
        self.assertIn("train", self.datasets("data.db"))

    def test_no_folder(self):
        self.refused(GEN, "make", "nowhere/x.db", "train", *MAKE, status=3, says="there is no folder nowhere")

    def test_words_for_strangers(self):
        """Messages say what is meant in the words of who reads them, and what to do."""
        self.unchanged(GEN, "make", "data.db", "train", *MAKE, "--resume", "--keep-order", "--certify", "store", says=["keep_order is false, not true", 'certify is "check", not "store"'])
        self.refused(GEN, "label", "/dev/full", says="a device and no file")
        self.write("one.cnf", "\ufeffp cnf 1 1\n1 0\n")
        self.write("one.model", "\ufeffs SATISFIABLE\nv 1 0\n")
        self.write("one.jsonl", '\ufeff{"clauses":[[1]],"n":1}\n')
        self.gen("label", "one.cnf", "--model", "one.model")
        self.gen("label", "one.jsonl")
        self.refused(GEN, "label", "one.cnf", "--model", ".", says="a folder; give one file")
        self.write("odd.jsonl", '{"clauses":[[99999999999999999999999]],"n":1}\n')
        self.refused(GEN, "label", "odd.jsonl", says=["odd.jsonl:1", "a number is too large"])
        self.write("odd.jsonl", '{"clauses":[[1]],"n":1,"name":"a\\u0000"}\n')
        self.refused(GEN, "label", "odd.jsonl", says=["odd.jsonl:1", "the character of code 0"])
        self.write("wide.dlog", f"q1() :- r({','.join(['X'] * 10001)}).\nq2() :- r(X).\n")
        self.refused(GEN, "label", "wide.dlog", says=["wide.dlog:1:", "more than 10000 arguments"])
        self.refused(ANALYZE, "exact", "sat/unifrm", says=["did you mean sat/uniform", "gen list"])
        self.assertNotIn("did you mean", self.refused(GEN, "sample", "sat/foo", says="unknown generator `sat/foo`"))
        self.assertTrue(self.refused(GEN, "list", "extra", says="unexpected argument 'extra'").rstrip().endswith("usage: gen list"))

    def test_damaged_parent(self):
        self.sql("UPDATE instance SET payload = x'ff' WHERE idx = 2")
        self.refused(GEN, "make", "data.db", "more", "sat/augment", "from=train", "--count", "20", "--seed", "1", status=1, says=["from=train", "damaged", "instance 2"])

    def test_names(self):
        self.unchanged(GEN, "make", "data.db", "train", *MAKE, says=["train", "exists"])
        self.unchanged(GEN, "make", "data.db", "", *MAKE)
        self.unchanged(GEN, "make", "data.db", "a b", *MAKE, says="a b")
        self.unchanged(GEN, "rm", "data.db", "nothing", says=["nothing", "train"])
        self.unchanged(GEN, "ls", "data.db", "nothing", says=["nothing", "train"])
        self.unchanged(GEN, "export", "data.db", "nothing", "--format", "jsonl", "--output", "x", says="nothing")
        self.unchanged(GEN, "export", "data.db", "train", "--format", "xml", "--output", "x", says="xml")
        self.unchanged(GEN, "export", "data.db", "train", "--format", "datalog", "--output", "x", says="datalog")
        for verb in ("features", "redundancy", "bias", "shortcuts", "collapse", "report"):
            self.unchanged(ANALYZE, verb, "data.db", "nothing", says=["nothing", "train"])
        self.unchanged(ANALYZE, "study", "data.db", "--train", "train", says="--test")
        self.unchanged(ANALYZE, "study", "data.db", "--train", "train", "--test", "nothing", says="nothing")
        self.unchanged(ANALYZE, "study", "data.db", "--train", "train", "--test", "train", "--probes", "oracle", says="oracle")

    def test_a_part_of_a_dataset_is_not_measured(self):
        """By no verb, in the same words; nor is it a reference, and what stands beside it is left as it is."""
        self.gen("make", "data.db", "whole", "sat/uniform", "n=5", "m=20", "--count", 8, "--seed", 1)
        self.gen("make", "data.db", "part", "sat/uniform", "n=5", "m=20", "--count", 8, "--seed", 2, "--shard", "1/2")
        says = "'part' is not complete: finish it with gen make --resume, or gen merge if it is a shard, then ask again\n"
        one = [line.split()[0] for line in self.ok(ANALYZE, "--help").splitlines() if line.startswith("  ") and line.split()[0] in ("features", "bias", "collapse", "redundancy", "shortcuts", "report", "weights")]
        self.assertEqual(len(one), 7)
        asked = [(verb, "data.db", "part") for verb in one] + [("redundancy", "data.db", "part", "--list"), ("redundancy", "data.db", "whole", "part", "--list"), ("report", "data.db", "whole", "part", "--anew")]
        asked += [("compare", "data.db", *pair) for pair in (("whole", "part"), ("part", "whole"), ("part", "recipe:satlib/uf20-91"))]
        asked += [("collapse", "data.db", "whole", "--reference", "part", "--unmatched-reference")]
        asked += [("study", "data.db", "--train", *pair) for pair in (("whole", "--test", "part"), ("part", "--test", "whole"))]
        for words in asked:
            self.assertTrue(self.refused(ANALYZE, *words, says="not complete").endswith(says), words)
        self.assertEqual(self.sql("SELECT count(*) FROM finding")[0][0], 0)
        self.assertEqual(set(self.datasets("data.db")), {"train", "whole", "part"})

    def test_resume_of_another_spec(self):
        self.unchanged(GEN, "make", "data.db", "train", "sat/uniform", "n=11", "m=30", "--count", "20", "--seed", "1", "--resume", says="n=10")
        self.unchanged(GEN, "make", "data.db", "train", "sat/uniform", "n=10", "m=30", "--count", "20", "--seed", "2", "--resume", says="seed")

    def test_catalogs_that_are_none(self):
        self.write("text.db", "not a catalog\n" * 200)
        sqlite3.connect(self.path("foreign.db")).executescript("CREATE TABLE t(a); INSERT INTO t VALUES (1);")
        os.mkdir(self.path("folder.db"))
        for name in ("text.db", "foreign.db"):
            with self.subTest(name=name):
                self.unchanged(GEN, "ls", name, catalog=name, says=[name, "not a catalog"])
                self.unchanged(GEN, "make", name, "train", *MAKE, catalog=name, says=[name, "not a catalog"])
                self.unchanged(ANALYZE, "report", name, "train", catalog=name, says=name)
        self.refused(GEN, "ls", "missing.db", says=["missing.db", "no such"])
        self.refused(GEN, "ls", "folder.db", says="folder.db")
        self.assertFalse(os.path.exists(self.path("missing.db")))

    def test_damaged_catalog(self):
        """Bytes overwritten anywhere are either told as a fault, or do not matter: never a crash, never a silent change of what is read."""
        self.gen("make", "data.db", "more", "sat/sr", "n=10..40", "--count", "400", "--seed", "1")
        size = os.path.getsize(self.path("data.db"))
        told, whole = 0, self.content()
        for at in range(100, size, size // 25):
            shutil.copy(self.path("data.db"), self.path("bad.db"))
            with open(self.path("bad.db"), "r+b") as file:
                file.seek(at)
                file.write(b"\xa5" * 64)
            done = self.call(GEN, "verify", "bad.db", "--stored-only")
            self.assertIn(done.returncode, (0, 1, 2), (at, done.stderr))
            told += done.returncode != 0
            if done.returncode == 0:   # then it hit unused room
                self.assertTrue(self.content("bad.db") == whole, at)
        self.assertGreater(told, 10)
        with open(self.path("data.db"), "rb") as file:
            half = file.read()[: size // 2]
        with open(self.path("half.db"), "wb") as file:
            file.write(half)
        self.assertIn(self.call(GEN, "verify", "half.db").returncode, (1, 2))

    def test_changed_label_is_found(self):
        self.sql("UPDATE instance SET label = 1 - label WHERE idx = 7")
        done = self.call(GEN, "verify", "data.db")
        self.assertEqual(done.returncode, 1, done)
        self.assertIn(b"7", done.stdout)
        self.assertEqual(done.stderr.count(b"\n"), 1)

    def test_input_files(self):
        self.write("bad.cnf", "p cnf 3 2\n1 -2 0\n2 x 0\n")
        self.write("empty.cnf", "")
        self.write("unsafe.dlog", "q1(X,Y) :- r(X,X).\nq2(X,X) :- r(X,X).\n")
        self.write("one.dlog", "q1(X) :- r(X,X).\n")
        self.write("huge.cnf", "p cnf 3 1\n2684354550 0\n")
        for name, says in {"bad.cnf": "bad.cnf:3:3", "empty.cnf": "empty.cnf", "unsafe.dlog": ["unsafe.dlog:1", "Y"], "one.dlog": "one.dlog", "huge.cnf": "huge.cnf:2",
                           "missing.cnf": "missing.cnf"}.items():
            with self.subTest(name=name):
                self.unchanged(GEN, "label", name, says=says)
                self.unchanged(GEN, "import", "data.db", "found", name, says=says)
        self.refused(GEN, "import", "new.db", "found", "bad.cnf", says="bad.cnf:3:3")
        self.assertEqual(self.datasets("data.db").keys(), {"train"})

    def test_tables_that_do_not_fit(self):
        """What is there, which line, and what to write instead."""
        self.write("a.cnf", "p cnf 1 1\n1 0\n")
        self.write("b.cnf", "p cnf 1 1\n1 0\n")
        for option, table, says in (("--labels", "filename,is_sat\na.cnf,1\nb.cnf,1\n", "t.csv:1: the header has no column `label`, but filename, is_sat; call the one that is meant label"),
                                    ("--split", "file,part,note\na.cnf,x,\nb.cnf,y,\n", "has no column `split`, but file, part, note;"),
                                    ("--labels", "name,label\na,1\nb,1\n", "t.csv: no line for a.cnf; every instance needs one, with its file's path or the end of it (line 2 is for a)"),
                                    ("--labels", "name,label\na.cnf,1\nb.cnf,maybe\n", "t.csv:3: the label of b.cnf is `maybe`; write 0 or 1"),
                                    ("--split", f"name,split\na.cnf,train\nb.cnf,{'x' * 40}\n", "t.csv:3: the split of b.cnf is longer than 31 bytes; shorten it"),
                                    ("--unit", "name,unit\na.cnf,1\nb.cnf,\n", "t.csv:3: the unit of b.cnf is empty")):
            self.write("t.csv", table)
            self.refused(GEN, "import", "new.db", "d", "a.cnf", "b.cnf", option, "t.csv", says=says)
        self.assertIn("a column `label` and one `file`, `path`, `name`, `filename` or `instance`", unwrapped(self.ok(GEN, "import", "--help")))
        self.gen("make", "new.db", "pairs", "cqc/uniform", "--count", 2, "--seed", 1)
        self.refused(GEN, "make", "new.db", "more", "sat/augment", "from=pairs", "--count", 2, says="it holds cqc instances, which sat/augment does not change; cqc/augment does")

    def test_import_names_all_that_cannot_be_read(self):
        """One line each up to 20, then how many; nothing is stored."""
        os.mkdir(self.path("folder"))
        for i in range(30):
            self.write(f"folder/{i:02}.cnf", "p cnf 1 1\n1 0\n" if i % 10 == 0 else "p cnf x\n")
        self.write("folder/15.cnf.gz", "\x1f\x02")
        before = self.content()
        done = self.call(GEN, "import", "data.db", "found", "folder")
        lines = done.stderr.decode().splitlines()
        self.assertEqual((done.returncode, len(lines)), (2, 21), lines)
        self.assertIn("folder/01.cnf:1", lines[0])
        self.assertIn("28 of 31 files cannot be read; the first 20", lines[-1])
        self.assertTrue(self.content() == before)

    def test_others_are_labelled_all_the_same(self):
        self.write("bad.cnf", "p cnf 3 2\n1 -2 0\n2 x 0\n")
        self.write("good.cnf", "p cnf 1 1\n1 0\n")
        done = self.call(GEN, "label", "bad.cnf", "good.cnf", "missing.cnf")
        self.assertEqual(done.returncode, 2)
        self.assertTrue(done.stdout.startswith(b"good.cnf: satisfiable (checked, "), done.stdout)
        self.assertEqual(done.stderr.count(b"\n"), 3, done.stderr)
        self.assertIn(b"2 of 3 inputs", done.stderr)

    def test_folder_with_all_sorts(self):
        """A damaged archive hides none of its neighbours; what is no instance is passed over and said."""
        for name, data in {"a.cnf": b"p cnf 1 1\n1 0\n", "m.cnf.gz": b"\x1f\x8b\x08\x00" + bytes(range(256)), "notes.txt": b"hello world\n", "z.cnf": b"p cnf 1 1\n1 0\n"}.items():
            os.makedirs(self.path("folder"), exist_ok=True)
            with open(self.path("folder", name), "wb") as file:
                file.write(data)
        done = self.call(GEN, "label", "folder")
        self.assertEqual(done.returncode, 2)
        self.assertEqual([line.split(b":")[0] for line in done.stdout.splitlines()], [b"folder/a.cnf", b"folder/z.cnf"])
        for part in (b"folder/m.cnf.gz", b"warning: folder/notes.txt: passed over", b"1 of 3 inputs"):
            self.assertIn(part, done.stderr)
        self.refused(GEN, "label", "folder/notes.txt", says="--problem")

    def test_folders_without_instances(self):
        os.makedirs(self.path("folder", "empty"))
        for name, text in {"README.md": "hello\n", "labels.csv": "path,label\na.cnf,1\n"}.items():
            self.write(f"folder/{name}", text)
        self.refused(GEN, "label", "folder/empty", says=["folder/empty", "no formula"])
        done = self.call(GEN, "label", "folder")
        self.assertEqual((done.returncode, done.stdout), (2, b""), done)
        self.assertIn(b"folder: no formula", done.stderr)
        self.write("folder/a.cnf", "p cnf 1 1\n1 0\n")
        for what in ("folder", "folder.tar"):
            if what != "folder":
                shutil.make_archive(self.path("folder"), "tar", self.folder, "folder")
            done = self.call(GEN, "label", what)
            self.assertEqual((done.returncode, done.stdout.count(b"\n")), (0, 1), done)
            self.assertIn(b"README.md: passed over", done.stderr)
            self.assertTrue(done.stdout.startswith(what.encode() + b"/"), done)
        done = self.call(GEN, "label", "folder/empty", "folder/a.cnf")
        self.assertEqual((done.returncode, done.stdout.count(b"\n")), (2, 1), done)

    def test_nothing_is_left_of_a_new_catalog(self):
        """A verb that fails leaves no file that was not there; one that was there stays."""
        self.write("bad.cnf", "p cnf x\n")
        for words in (("merge", "new.db", "data.db", "missing.db"), ("import", "new.db", "x", "bad.cnf"), ("make", "new.db", "x", "sat/uniform", "n=9", "m=30", "--count", "9", "--solver", "magic"),
                      ("make", "new.db", "a b", *MAKE)):
            self.unchanged(GEN, *words)
        self.write("new.db", "")
        self.refused(GEN, "import", "new.db", "x", "bad.cnf")
        self.assertTrue(os.path.exists(self.path("new.db")))

    def test_control_characters(self):
        """What a stranger's catalog or file names hold neither drives the terminal nor forges a line."""
        evil = "\x1b[2J\u009b31m\nforged: line\x7f"
        self.sql("UPDATE dataset SET spec = spec || ?1, options = ?1, tool_version = ?1", evil)
        self.sql("UPDATE instance SET solver = ?", evil)
        folder = "a" + evil
        os.mkdir(self.path(folder))
        self.write(f"{folder}/x.cnf", "p cnf 1 1\n1 0\n")
        for words in ((GEN, "ls", "data.db"), (GEN, "ls", "data.db", "train"), (ANALYZE, "report", "data.db", "train"), (GEN, "label", folder)):
            with self.subTest(words=words):
                text = self.ok(*words)
                self.assertIn("forged", text)
                self.assertNotRegex(text, r"[\x00-\x09\x0b-\x1f\x7f-\x9f]")
                self.assertNotRegex(text, r"(?m)^ *forged")
        self.sql("UPDATE dataset SET reference_of = ? WHERE name = 'train'", evil)
        self.assertIn("?[2J??31m?forged:", self.gen("ls", "data.db", "train"))

    def test_words_and_files(self):
        self.write("one.cnf", "p cnf 1 1\n1 0\n")
        for option, word in (("--split", "train=.5"), ("--labels", "from-paths"), ("--unit", "from-file")):
            self.unchanged(GEN, "import", "data.db", "x", "one.cnf", option, word, says=[option, word, "from-path", "CSV"])
        for output in ("no/such/out", "no/such/out/"):
            for form in ("dimacs", "jsonl"):
                said = self.refused(GEN, "export", "data.db", "train", "--format", form, "--output", output, status=3, says=["no/such", "make the folder"])
                self.assertNotIn(".part-", said)

    def test_references_go_with_their_dataset(self):
        self.analyze("collapse", "data.db", "train")
        self.assertEqual(self.datasets("data.db").keys(), {"train", "train@uniform"})
        done = self.call(GEN, "rm", "data.db", "train")
        self.assertEqual((done.returncode, self.datasets("data.db")), (0, {}), done)
        self.assertIn(b"train@uniform", done.stderr)

    def test_what_only_says_that_it_is_a_reference_stays(self):
        """One row of a stranger's catalog must not make gen rm, or a measure that looks for the reference, take a dataset away that a user has made."""
        for name in ("mine", "train@uniform"):
            self.gen("make", "data.db", name, "sat/uniform", "n=5", "m=9", "--count", 4, "--seed", 1)
        self.sql("UPDATE dataset SET reference_of = 'train' WHERE name != 'train'")
        self.refused(ANALYZE, "study", "data.db", "--train", "train", "--test", "train", says=["train@uniform", "no reference of 'train'"])
        self.assertEqual(self.call(GEN, "verify", "data.db").stdout.count(b"was not made as one"), 2)
        done = self.call(GEN, "rm", "data.db", "train")
        self.assertEqual((done.returncode, set(self.datasets("data.db"))), (0, {"mine", "train@uniform"}), done)
        self.assertEqual(done.stderr.count(b"it stays"), 2, done)

    def test_full_standard_output(self):
        with open("/dev/full", "wb") as full:
            for words in ((GEN, "list"), (GEN, "sample", "sat/sr", "--seed", "1"), (GEN, "ls", "data.db"), (GEN, "ls", "data.db", "--json"), (GEN, "make", "--help"),
                          (ANALYZE, "features", "data.db", "train"), (GEN, "verify", "data.db"), (GEN, "export", "data.db", "train", "--format", "jsonl", "--output", "-")):
                with self.subTest(words=words):
                    self.refused(*words, status=3, says="No space left", stdout=full)

    def test_reader_that_leaves(self):
        """A broken pipe ends the work at once and without a word."""
        writer = subprocess.Popen([GEN, "sample", "sat/sr", "--count", "1000000", "--seed", "1"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=self.folder)
        writer.stdout.readline()
        writer.stdout.close()
        self.assertEqual(writer.wait(timeout=60), 3)
        self.assertEqual(writer.stderr.read(), b"")
        writer.stderr.close()

    def test_pipe_that_nobody_writes(self):
        """Waiting for a writer, or for what it writes, can be interrupted."""
        os.mkfifo(self.path("pipe"))
        for written in (False, True):
            work = subprocess.Popen([GEN, "import", "new.db", "set", "pipe"], stderr=subprocess.PIPE, cwd=self.folder)
            file = os.open(self.path("pipe"), os.O_WRONLY) if written else None
            time.sleep(0.5)
            work.send_signal(signal.SIGTERM)
            _, said = work.communicate(timeout=20)
            if written:
                os.close(file)
            self.assertEqual((work.returncode, b"stopped" in said, b"permissions" in said), (130, True, False), said)

    def test_folder_that_may_not_be_written(self):
        self.refused(GEN, "make", "no/such/folder/data.db", "train", *MAKE, status=3, says="no/such/folder/data.db")
        self.refused(GEN, "export", "data.db", "train", "--format", "jsonl", "--output", "no/such/folder/x", status=3, says="no/such/folder")

    def test_export_overwrites_nothing(self):
        self.write("there", "precious")
        done = self.call(GEN, "export", "data.db", "train", "--format", "jsonl", "--output", "there")
        self.assertEqual(done.returncode, 2, done)
        self.assertEqual(text_of(self.path("there")), "precious")


class FullDisk(Case):
    """A catalog on a file system of 1 MB: the work stops with status 3, and what was there before is whole."""

    def setUp(self):
        super().setUp()
        os.mkdir(self.path("small"))
        if os.geteuid() != 0 or subprocess.run(["mount", "-t", "tmpfs", "-o", "size=1m", "tmpfs", self.path("small")], stderr=subprocess.DEVNULL, check=False).returncode:
            raise unittest.SkipTest("needs the right to mount a small file system")
        self.addCleanup(subprocess.run, ["umount", self.path("small")], check=False)

    def test_make(self):
        self.gen("make", "small/data.db", "first", "sat/uniform", "n=10", "m=30", "--count", "20", "--seed", "1")
        before = self.datasets("small/data.db")["first"]
        said = self.refused(GEN, "make", "small/data.db", "second", "sat/uniform", "n=50", "m=200", "--count", "20000", "--seed", "1", status=3)
        self.assertRegex(said, "full|space")
        self.assertEqual(self.datasets("small/data.db")["first"], before)
        self.gen("verify", "small/data.db")


if __name__ == "__main__":
    main()
