"""Plugins: what they give, and that one which misbehaves is an error that names it, and harms no row, no catalog and no program."""
import json
import os
import resource
import shutil
import signal
import subprocess
import time
import unittest

from harness import ANALYZE, BUILD, GEN, SOURCE, Case, main, sanitized

FOLDER = os.path.join(BUILD, "tests", "plugins")
UNITS = os.path.join(FOLDER, "units.so")
DESCRIPTORS = os.path.join(FOLDER, "descriptors.so")
EXAMPLE = os.path.join(SOURCE, "docs", "examples", "plugin")


class Hostile(Case):
    """sat/hostile of units.so misbehaves in one unit of `odds`, so the first units of a dataset are good ones."""

    def words(self, how, *more, odds=8, count=60, seed=3):
        return ("make", "data.db", "set", "sat/hostile", f"how={how}", f"odds={odds}", "--count", count, "--seed", seed, "--plugin", UNITS, *more)

    def rows(self):
        """Rows of the dataset `set`, after the catalog has been found sound."""
        self.gen("verify", "data.db")
        return self.datasets("data.db")["set"]["instances"]

    def unit(self, said):
        return int(said.split(": unit ")[1].split(":")[0])

    def fails(self, how, *more, status=1, says=(), **options):
        """The same unit, message and rows on one thread and on two."""
        said = []
        for threads in (1, 2):
            if os.path.exists(self.path("data.db")):
                os.unlink(self.path("data.db"))
            said.append(self.refused(GEN, *self.words(how, "--threads", threads, *more), status=status, says=["sat/hostile", "units.so", "unit", *says], **options))
            self.assertEqual(self.rows(), self.unit(said[-1]))
        self.assertEqual(*said)
        self.assertGreater(self.unit(said[0]), 0)

    def test_crashes(self):
        for how, says in {"segv": "signal 11, SIGSEGV", "abort": "signal 6, SIGABRT", "trap": "signal 5, SIGTRAP", "kill": "SIGKILL", "exit": "exit status 0", "close": "closed the socket",
                          "rubbish": "cannot be read"}.items():
            with self.subTest(how=how):
                self.fails(how, says=[says])

    @unittest.skipIf(sanitized(), "the sanitizer tells it first")
    def test_memory_that_is_not_its_own(self):
        self.refused(GEN, *self.words("scribble"), status=1, says=["sat/hostile", "units.so", "unit"])   # what exactly breaks is for the compiler to say
        self.rows()

    def test_server_killed(self):
        self.refused(GEN, *self.words("killserver"), status=1, says=["sat/hostile", "units.so", "unit", "gone"])
        self.rows()

    def test_mistakes(self):
        for how, says in {"literal": "literal 4", "zero": "literal 0", "least": "-2147483648", "nothing": "0 instances made, 1 declared", "many": "more than the declared 1", "pair": "another problem",
                          "number": "failed with 42", "wrong": "claimed to be unsatisfiable"}.items():
            with self.subTest(how=how):
                self.fails(how, says=[says])

    def test_its_own_words(self):
        self.fails("message", status=2, says=["first?second ?[31mred?[0m ?"])

    def test_no_end(self):
        for how in ("loop", "stop", "rejectforever"):
            with self.subTest(how=how):
                self.fails(how, "--plugin-timeout", "1", says=["no answer in 1 s", "hbs_unit_retry"])

    def test_ctrl_c_ends_a_loop(self):
        """At once, and not only when the time of the plugin is over; the units before stay."""
        for threads in (1, 2):
            words = [GEN, *map(str, self.words("loop", "--threads", threads))]
            words[3] = f"set{threads}"
            work = subprocess.Popen(words, cwd=self.folder, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
            time.sleep(1)
            start = time.monotonic()
            work.send_signal(signal.SIGINT)
            said = work.communicate(timeout=50)[1].decode()
            self.assertLess(time.monotonic() - start, 5)
            self.assertEqual(work.returncode, 130, said)
            self.assertIn("stopped while it drew", said)
            unit = self.unit(said)
            self.assertGreater(unit, 0)
            self.assertEqual(self.datasets("data.db")[f"set{threads}"]["instances"], unit)

    def test_ctrl_c_ends_what_does_not_draw(self):
        """Nor what draws without a dataset: a check of parameters, and the estimate before an enumeration."""
        for words, says in (((GEN, "make", "data.db", "set", "sat/checker", "how=loop", "--count", "3"), "stopped while it was asked"),
                            ((ANALYZE, "exact", "sat/hostile", "how=stop", "odds=1"), "stopped while it drew")):
            work = subprocess.Popen([*words, "--plugin", UNITS], cwd=self.folder, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
            time.sleep(.5)
            start = time.monotonic()
            work.send_signal(signal.SIGINT)
            said = work.communicate(timeout=50)[1].decode()
            self.assertLess(time.monotonic() - start, 5, words)
            self.assertEqual(work.returncode, 130, said)
            self.assertIn(says, said)

    def test_rejection_has_an_end(self):
        """As for any generator: the unit is recorded as one that never came, and the others come."""
        self.ok(GEN, *self.words("reject", odds=30), status=1)
        counts = self.datasets("data.db")["set"]
        self.gen("verify", "data.db")
        self.assertEqual(counts["instances"] + counts["infeasible"], 60)
        self.assertGreater(counts["infeasible"], 0)

    def test_who_gave_up_is_said(self):
        """Where the generator rejects all it draws it is no label that did not come, and no more tries of ours would help."""
        done = self.call(GEN, *self.words("reject", odds=30))
        said = done.stderr.decode()
        self.assertEqual(done.returncode, 1)
        self.assertRegex(said, r"\d+ units? never came out(, the first because)?: sat/hostile: .*these parameters reject nearly everything; choose others")
        self.assertNotRegex(said, "label wanted|label [01] did|raise --tries")

    @unittest.skipIf(sanitized(), "shadow memory is no small address space")
    def test_memory_without_end(self):
        limit = lambda: resource.setrlimit(resource.RLIMIT_AS, (1 << 29, 1 << 29))
        self.refused(GEN, *self.words("grow"), status=3, says=["sat/hostile", "units.so", "memory"], preexec_fn=limit)
        self.rows()

    def test_what_stays_in_its_process(self):
        """Standard output, signals, locale, folder, environment, threads and child processes: nothing is seen of them, and all rows are there."""
        self.gen(*self.words("fine"))
        digests = {self.datasets("data.db")["set"]["digest"]}
        for how in ("rude", "threads"):
            for threads in (1, 2):
                os.unlink(self.path("data.db"))
                self.assertEqual(self.gen(*self.words(how, "--threads", threads)), "")
                digests.add(self.datasets("data.db")["set"]["digest"])
        self.assertEqual(len(digests), 1)

    def test_a_wrong_witness_is_an_error(self):
        """Though the label is right: the solver says so too."""
        words = ("sat/hostile", "how=witness", "odds=1", "--count", "5", "--seed", "1", "--plugin", UNITS)
        for number, more in enumerate(((), ("--certify", "store"), ("--trust-construction",))):
            self.refused(GEN, "make", "data.db", f"set{number}", *words, *more, status=1, says=["sat/hostile", "unit 0", "units.so is wrong"])
        self.gen("make", "data.db", "set", *words, "--certify", "none")   # nobody looks at it
        self.gen("verify", "data.db")

    def test_checks(self):
        for how, status, says in (("segv", 1, "SIGSEGV"), ("exit", 1, "exit status 3"), ("loop", 1, "no answer in 1 s"), ("refuse", 2, "choose another")):
            with self.subTest(how=how):
                self.refused(GEN, "make", "data.db", "set", "sat/checker", f"how={how}", "--count", "4", "--seed", "1", "--plugin", UNITS, "--plugin-timeout", "1", status=status,
                             says=["sat/checker", "units.so", says])
                self.assertFalse(os.path.exists(self.path("data.db")))
        self.gen("make", "data.db", "set", "sat/checker", "--count", "4", "--seed", "1", "--plugin", UNITS)

    def test_nothing_is_left_running(self):
        """Workers end with the program, also when it is killed while one of them loops."""
        program = subprocess.Popen([GEN, *map(str, self.words("loop", odds=1))], cwd=self.folder, stderr=subprocess.DEVNULL)
        group = None
        for _ in range(500):
            time.sleep(0.01)
            with open(f"/proc/{program.pid}/task/{program.pid}/children", encoding="ascii") as file:
                server = file.read().split()
            if not server:
                continue
            with open(f"/proc/{server[0]}/task/{server[0]}/children", encoding="ascii") as file:
                group = file.read().split() or group
            if group:
                break
        self.assertTrue(group)
        program.send_signal(signal.SIGKILL)
        program.wait()
        for _ in range(500):
            if not any(os.path.exists(f"/proc/{process}") for process in [*server, *group]):
                return
            time.sleep(0.01)
        self.fail("a process of a plugin lives on")


class Descriptors(Case):
    def refused_for(self, fault, *says, status=2, plugin=DESCRIPTORS, **options):
        with self.subTest(fault=fault):
            self.refused(GEN, "describe", "sat/one", "--plugin", plugin, *options.pop("more", ()), env={"FAULT": fault}, status=status, says=[os.path.basename(plugin), *says])

    def test_fine(self):
        self.assertIn("sat/one", self.gen("describe", "sat/one", "--plugin", DESCRIPTORS))

    def test_interface(self):
        self.refused_for("abi", "generator 1", "interface 2", "has 1", "plugin.h")
        self.refused_for("size", "generator 1", "bytes", "plugin.h")

    def test_texts(self):
        for fault in ("no_name", "bad_name"):
            self.refused_for(fault, "generator 1", "name")
        for fault, says in {"no_summary": "summary", "empty_source": "source", "control": "rejects", "latin": "distribution", "huge_text": "cost", "other_problem": "name"}.items():
            self.refused_for(fault, "/one", says)

    def test_numbers(self):
        for fault, says in {"problem": "problem", "labels": "label source", "density": "density", "instances_0": "0 instances", "instances_9": "9 instances", "count": "4000000000 parameters",
                            "no_parameters": "2 parameters", "no_generate": "generate"}.items():
            self.refused_for(fault, "sat/one", says)

    def test_parameters(self):
        for fault, says in {"range": "10..9", "huge_range": "parameter m", "type": "parameter m", "parameter_name": "parameter", "label": "label", "twice": "parameter n comes twice", "default": "m",
                            "no_meaning": "parameter m"}.items():
            self.refused_for(fault, "sat/one", says)

    def test_names_that_are_taken(self):
        self.refused_for("builtin_name", "sat/uniform", "built-in")
        self.refused_for("same_name", "sat/one", "twice")
        shutil.copy(DESCRIPTORS, self.path("copy.so"))
        self.refused(GEN, "list", "--plugin", DESCRIPTORS, "--plugin", "copy.so", says=["descriptors.so", "copy.so", "sat/one"])
        self.gen("list", "--plugin", DESCRIPTORS, "--plugin", DESCRIPTORS)   # the same file

    def test_lists(self):
        self.refused_for("none", "no generators")
        self.refused_for("null", "no generators")
        self.refused_for("endless", "more than 256")

    def test_loading_goes_wrong(self):
        self.refused_for("crash", "SIGSEGV", status=1)
        self.refused_for("exit", "exit status 5", status=1)
        self.refused_for("hang", "no answer in 1 s", status=1, more=("--plugin-timeout", "1"))
        self.refused_for("wild_text", "SIGSEGV", status=1)

    def test_files(self):
        self.write("text.so", "I am no plugin\n")
        self.write("empty.so", "")
        os.mkdir(self.path("folder.so"))
        os.mkfifo(self.path("pipe.so"))
        for file, says in {"missing.so": "No such file", "text.so": "no plugin", "empty.so": "no plugin", "folder.so": "not a file", "pipe.so": "not a file",
                           os.path.join(FOLDER, "no_entry.so"): "hbs_plugin_generators"}.items():
            with self.subTest(file=file):
                self.refused(GEN, "list", "--plugin", file, says=[os.path.basename(file), says])
        self.refused(GEN, "make", "data.db", "set", "sat/one", "--count", "2", "--plugin", "missing.so", says="missing.so")
        self.assertFalse(os.path.exists(self.path("data.db")))

    def test_without_it(self):
        for name in ("sat/one", "sat/uniforn"):
            self.refused(GEN, "describe", name, says=["unknown generator", "--plugin FILE.so"])


class Use(Case):
    def test_list_and_describe(self):
        found = {one["name"]: one for one in self.document(GEN, "list", "--plugin", UNITS, "--plugin", DESCRIPTORS)["generators"]}
        self.assertEqual([found[name]["plugin"] for name in ("sat/hostile", "sat/one", "sat/uniform")], [UNITS, DESCRIPTORS, None])
        self.assertEqual(list(found), sorted(found))
        self.assertIn("sat, hostile:", self.gen("list", "--plugin", UNITS))
        described = self.document(GEN, "describe", "sat/hostile", "--plugin", UNITS)
        self.assertEqual(described["plugin"], UNITS)
        self.assertEqual(described["plugin_sha256"], self.ok("sha256sum", UNITS).split()[0])

    def test_path(self):
        for folder in ("a", "b"):
            os.mkdir(self.path(folder))
        shutil.copy(UNITS, self.path("a", "units.so"))
        shutil.copy(DESCRIPTORS, self.path("b", "descriptors.so"))
        self.write("b/README", "not a plugin\n")
        path = {"HARDBIAS_PLUGIN_PATH": "a::b"}
        names = [one["name"] for one in self.document(GEN, "list", env=path)["generators"]]
        self.assertTrue({"sat/hostile", "sat/checker", "sat/one", "sat/two"} <= set(names))
        self.gen("sample", "sat/one", env=path)
        self.gen("sample", "sat/one", "--plugin", "b/descriptors.so", env=path)
        self.refused(GEN, "list", env={"HARDBIAS_PLUGIN_PATH": "a:missing"}, says=["HARDBIAS_PLUGIN_PATH", "missing"])
        self.write("b/broken.so", "not a plugin either\n")
        self.refused(GEN, "list", env=path, says=["HARDBIAS_PLUGIN_PATH", "broken.so"])

    def test_mixed_with_others(self):
        """Parts take turns, labels are wanted, and any threads and shards give the same rows."""
        spec = ("sat/hostile", "+", "sat/uniform", "n=6", "m=24", "label=0", "+", "sat/one", "n=1..9", "--plugin", UNITS, "--plugin", DESCRIPTORS, "--count", 90, "--seed", 4)
        self.gen("make", "data.db", "one", *spec, "--threads", 1)
        self.gen("make", "data.db", "two", *spec, "--threads", 2)
        self.assertEqual(len({one["digest"] for one in self.datasets("data.db").values()}), 1)

    def test_what_is_faster_is_said_while_one_waits(self):
        words = (ANALYZE, "exact", "sat/good", "more=yes", "--plugin", os.path.join(FOLDER, "good.so"))
        for more, env, told in (((), {"HARDBIAS_PROGRESS_SECONDS": "0"}, 1), (("--in-process",), {"HARDBIAS_PROGRESS_SECONDS": "0"}, 0), ((), {}, 0)):
            self.assertEqual(self.call(*words, *more, env=env).stderr.count(b"--in-process asks none"), told)

    def test_specs_are_whole(self):
        """Whoever reads the catalog may not have the plugin, which alone knows its defaults."""
        words = ("make", "data.db", "set", "sat/good", "more=yes", "--count", 10, "--seed", 1, "--plugin", os.path.join(FOLDER, "good.so"))
        self.gen(*words)
        one = self.datasets("data.db")["set"]
        self.assertEqual(one["spec"], "sat/good n=4 p=1/3 more=yes tag=plain")
        self.gen(*words, "--resume")
        self.gen("make", "other.db", "set", *one["spec"].split(), *words[5:])
        self.assertEqual(self.datasets("other.db")["set"]["digest"], one["digest"])

    def test_exact_law_in_this_process(self):
        words = ("exact", "sat/good", "more=yes", "--plugin", os.path.join(FOLDER, "good.so"))
        there, here = self.document(ANALYZE, *words), self.document(ANALYZE, *words, "--in-process")
        self.assertEqual(there, here)
        self.assertGreater(here["rejections_closed"], 0)

    def test_resume_and_shards_want_the_same_file(self):
        shutil.copy(UNITS, self.path("mine.so"))
        words = ("sat/hostile", "--count", "20", "--seed", "1", "--plugin", "mine.so")
        for shard in (0, 1):
            self.gen("make", f"shard{shard}.db", "set", *words, "--shard", f"{shard}/2")
            with open(self.path("mine.so"), "ab") as file:
                file.write(b"changed")
        self.refused(GEN, "make", "shard0.db", "set", *words, "--shard", "0/2", "--resume", says=["set cannot be resumed", "sat/hostile", "SHA-256 was"])
        self.gen("merge", "all.db", "shard0.db")
        self.refused(GEN, "merge", "all.db", "shard1.db", says=["all.db", "sat/hostile", "SHA-256 was"])
        shutil.copy(UNITS, self.path("mine.so"))
        self.gen("make", "good.db", "set", *words, "--shard", "1/2")
        self.gen("merge", "all.db", "good.db")
        self.gen("make", "whole.db", "set", *words)
        self.assertEqual(self.datasets("all.db")["set"]["digest"], self.datasets("whole.db")["set"]["digest"])
        self.gen("verify", "all.db")
        options = json.loads(self.ok("sqlite3", "all.db", "SELECT options FROM dataset")) if shutil.which("sqlite3") else None
        if options:
            self.assertEqual(options["plugins"], {"sat/hostile": self.ok("sha256sum", UNITS).split()[0]})


@unittest.skipIf(sanitized(), "an installed library that is sanitized needs sanitized programs")
class Example(Case):
    """docs/examples/plugin against an installed hardbias, as docs/plugins.md says."""

    def test_from_nothing_to_a_dataset(self):
        self.ok("cmake", "--install", BUILD, "--prefix", self.path("prefix"))
        shutil.copytree(EXAMPLE, self.path("plugin"))
        self.ok("cmake", "-S", "plugin", "-B", "out", f"-DCMAKE_PREFIX_PATH={self.path('prefix')}", "-DCMAKE_C_FLAGS=-Wall -Wextra -Werror", "-DCMAKE_CXX_FLAGS=-Wall -Wextra -Wpedantic -Werror")
        self.ok("cmake", "--build", "out")
        gen, mixed, path = self.path("prefix", "bin", "gen"), self.path("out", "mixed.so"), self.path("out", "path.so")
        self.assertIn("random (2+p)-SAT", self.ok(gen, "describe", "sat/mixed", "--plugin", mixed))
        self.refused(gen, "sample", "sat/mixed", "m=1000000", "--plugin", mixed, says=["sat/mixed", "1000 n"])
        self.ok(gen, "make", "data.db", "mixed", "sat/mixed", "n=10..20", "m=30", "p=0.4", "--count", 200, "--balance", "--seed", 1, "--plugin", mixed)
        self.ok(gen, "make", "data.db", "path", "cqc/path", "n=6", "m=4..9", "--count", 200, "--seed", 1, "--certify", "store", "--plugin", path)
        self.ok(gen, "verify", "data.db")
        one = self.datasets("data.db")
        self.assertEqual([one["mixed"]["label_1"], one["path"]["instances"]], [100, 200])
        self.assertTrue(0 < one["path"]["label_1"] < 200)
        self.assertNotIn("hbs_", self.ok("nm", "-D", "--undefined-only", mixed))


if __name__ == "__main__":
    main()
