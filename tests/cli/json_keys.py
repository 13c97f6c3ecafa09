"""docs/json.md and what the verbs print: every key stands in its tables with its type, every verb that takes --json has a table, and what the tables name occurs."""
import contextlib
import itertools
import json
import os
import re
import sqlite3

from harness import ANALYZE, GEN, SOURCE, Case, main, text_of

PLAIN = {
    "text": lambda v: isinstance(v, str),
    "count": lambda v: isinstance(v, int) and not isinstance(v, bool) and v >= 0,
    "integer": lambda v: isinstance(v, int) and not isinstance(v, bool),
    "number": lambda v: isinstance(v, (int, float)) and not isinstance(v, bool),
    "yes": lambda v: isinstance(v, bool),
    "label": lambda v: v in (0, 1) and not isinstance(v, bool),
    "seed": lambda v: isinstance(v, str) and v.isdigit(),
    "big": lambda v: (isinstance(v, int) and abs(v) < 1 << 53) or (isinstance(v, str) and v.isdigit() and int(v) >= 1 << 53),
    "options": lambda v: isinstance(v, dict),
    "object": lambda v: isinstance(v, dict),
    "list": lambda v: isinstance(v, list),
    "null": lambda v: v is None,
}


def read_tables(text):
    """{heading: {key: types}}; the empty key: the object is of these types as a whole."""
    tables = {}
    for heading, body in re.findall(r"^## (.*)\n((?:(?!## ).*\n)*)", text, re.M):
        tables[heading] = {}
        for first, types in re.findall(r"^\| (.*?)\|(.*?)\|.*\|$", body, re.M):
            for key in re.findall(r"`([^`]+)`", first) or ([""] if not first.strip() else []):
                tables[heading].setdefault(key, set()).update(types.strip().split(" or "))
    return tables


class Reading:
    def __init__(self, tables):
        self.tables, self.met, self.wrong = tables, set(), []

    def is_of(self, value, kind, where):
        if kind in PLAIN:
            return PLAIN[kind](value)
        return isinstance(value, dict) and kind in self.tables and self.read_object(value, kind, where)

    def read_object(self, value, table, where, path=""):
        for key, one in value.items():
            self.read_value(one, table, where, f"{path}.{key}" if path else key, f"{path}.*" if path else "*")
        return True

    def read_value(self, value, table, where, path, wild):
        keys = self.tables[table]
        found = path if path in keys else wild if wild in keys else None
        if isinstance(value, list):
            if path + "[]" not in keys:
                return self.elsewhere(value, table, where, path)
            for one in value:
                self.read_value(one, table, where, path + "[]", None)
            self.met.add((table, path))
            return None
        if found is None and path + ".*" in keys and isinstance(value, dict):
            return self.read_object(value, table, where, path)
        if found is None:
            return self.elsewhere(value, table, where, path)
        self.met.add((table, found))
        if not any(self.is_of(value, kind, where) for kind in keys[found]):
            self.wrong.append((where, path, value, "is not", keys[found]))
        elif isinstance(value, dict) and "object" in keys[found]:
            self.read_object(value, table, where, path)
        return None

    def elsewhere(self, value, table, where, path):
        """What the table itself does not name is of the types that it is as a whole."""
        for kind in self.tables[table].get("", ()):
            self.met.add((table, ""))
            return self.read_value(value, kind, where, path, path.rpartition(".")[0] + ".*")
        self.wrong.append((where, path, value, "stands in no table"))
        return None


class JsonKeys(Case):
    def test_what_the_verbs_print(self):
        reading = Reading(read_tables(text_of(SOURCE, "docs", "json.md")))
        table_of = {verb: heading for heading in reading.tables for verb in re.findall(r"`([^`]+)`", heading)}
        listed = {f"{os.path.basename(program)} {verb}" for program in (GEN, ANALYZE) for verb in re.findall(r"^  ([a-z]+)  ", self.ok(program, "--help"), re.M)
                  if "--json" in self.ok(program, verb, "--help")}
        self.assertGreater(len(listed), 12)
        self.assertEqual(listed - set(table_of), set())

        def run(table, *words, status=0):
            program = {"gen": GEN, "analyze": ANALYZE}[words[0]]
            done = self.call(program, *words[1:], "--json")
            self.assertEqual(done.returncode, status, (words, done.stderr))
            reading.read_object(json.loads(done.stdout), table_of[table], words)

        for name, *spec in (("sr", "sat/sr", "n=5..9", "--split", "train=.5,test=.5", "--certify", "store"), ("planted", "sat/planted", "n=6", "m=20", "+", "sat/uniform", "n=6", "m=20", "label=0"),
                            ("tiny", "sat/uniform", "n=3", "m=4", "k=2", "--balance", "--split", "train=.5,test=.5", "--split-apart"), ("pairs", "cqc/uniform", "--balance"),
                            ("copies", "sat/augment", "from=sr"), ("one", "sat/planted", "n=6", "m=9"), ("other", "sat/sr", "n=5..9")):
            run("gen make", "gen", "make", "data.db", name, *spec, "--count", 40, "--seed", len(name))
        self.gen("export", "data.db", "sr", "--format", "dimacs", "--certificates", "drat", "--output", "out/")
        run("gen import", "gen", "import", "data.db", "files", "out/")
        self.write("wrong.cnf", "p cnf 1 1\n1 0\n")
        self.write("wrong.csv", "name,label\nwrong.cnf,0\n")
        run("gen import", "gen", "import", "wrong.db", "wrong", "wrong.cnf", "--labels", "wrong.csv", status=1)
        for words in (("list",), ("describe", "sat/sr"), ("describe", "sat/augment"), ("describe", "cqc/uniform"), ("describe", "sat/planted"), ("describe", "recipe:g4satbench/easy/ca"), ("describe", "recipe:uniform/100"),
                      ("ls", "data.db"), ("calibrate", "sat/uniform", "n=10", "--over", "m=20..60", "--seed", 1, "--count", 40), ("verify", "data.db"), ("verify", "data.db", "--stored-only")):
            run("gen " + words[0], "gen", *words)
        self.label(run)
        for measure in ("bias", "collapse", "redundancy", "shortcuts"):
            run("analyze " + measure, "analyze", measure, "data.db", "planted", "pairs", "copies", "sr", "one")
        for words in (("compare", "data.db", "sr", "other"), ("compare", "data.db", "sr", "recipe:neurosat/sr10-40"), ("report", "data.db", "planted", "pairs", "copies", "sr", "one", "tiny"),
                      ("features", "data.db", "sr", "pairs", "one"), ("weights", "data.db", "planted"), ("study", "data.db", "--train", "planted", "sr", "--test", "planted", "one", "sr"),
                      ("exact", "sat/planted", "n=3", "k=2", "m=4"), ("exact", "sat/sr", "n=2", "k=1", "--paths", 20000), ("exact", "sat/uniform", "n=3", "k=2", "m=6", "distinct=no"), ("exact", "cqc/uniform", "v1=2", "m1=2", "v2=2", "m2=1")):
            run("analyze " + words[0], "analyze", *words)
        for words in (("sr",), ("tiny",), ("other", "sr"), ("files", "sr")):
            run("analyze redundancy --list", "analyze", "redundancy", "data.db", *words, "--list")
        for space in ("n=3 k=2", "n=3 2:3", "n=50 3:213", "n=4 2:3 3:2", "q1() v=3 e/2:2 repeats q2() v=3 e/2:2 repeats", "q1() v=9 e/2:30 q2() v=9 e/2:30"):
            run("analyze exact --space", "analyze", "exact", "--space", space)
        self.little_is_known(run)
        self.assertEqual(reading.wrong[:20], [])
        # the tables name nothing that never is
        named = {(table, key) for table, keys in reading.tables.items() for key in keys if not key.endswith("[]") and key + "[]" not in keys}
        self.assertEqual(sorted(named - reading.met), [])

    def little_is_known(self, run):
        """One instance, one label, no label at all, one label here and both there: nothing to be estimated in many places."""
        self.gen("make", "little.db", "both", "sat/uniform", "n=8", "m=34", "--count", 40, "--seed", 1)
        self.gen("make", "little.db", "one", "sat/planted", "n=8", "m=34", "--count", 40, "--seed", 1)
        self.gen("make", "little.db", "lone", "sat/uniform", "n=8", "m=34", "--count", 1, "--seed", 1)
        self.gen("make", "little.db", "hard", "sat/uniform", "n=80", "m=341", "--budget", 1, "--count", 5, "--seed", 1)
        for name, spec in (("pairs", ("--count", 40)), ("pair", ("--count", 1)), ("contained", ("label=1", "--count", 40))):
            self.gen("make", "little.db", name, "cqc/uniform", *spec, "--seed", 1)
        formulas, pairs = ("both", "one", "lone", "hard"), ("pairs", "contained", "pair")
        for verb in ("bias", "collapse", "redundancy", "shortcuts", "features", "report"):
            run("analyze " + verb, "analyze", verb, "little.db", *formulas, *pairs)
        for few in (formulas, pairs):
            run("analyze study", "analyze", "study", "little.db", "--train", few[0], "--test", *few)
            for a, b in itertools.permutations(few, 2):
                run("analyze compare", "analyze", "compare", "little.db", a, b)
        with contextlib.closing(sqlite3.connect(self.path("little.db"))) as db:
            self.assertEqual(db.execute("SELECT count(*) FROM finding WHERE method = '' OR (estimate IS NOT NULL AND method IS NULL)").fetchone(), (0,))
            self.assertGreater(db.execute("SELECT count(*) FROM finding WHERE method IS NULL").fetchone()[0], 0)

    def label(self, run):
        self.write("pair.dlog", "q1(X) :- r(X,Y), r(Y,X).\nq2(X) :- r(X,Y).\n" * 2)
        os.mkdir(self.path("bad"))
        self.write("bad/bad.cnf", "p cnf 1 1\n1 x\n")
        self.write("one.cnf", "p cnf 2 2\n1 2 0\n-1 2 0\n")
        self.write("no.cnf", "p cnf 1 2\n1 0\n-1 0\n")
        self.write("right.model", "v 1 2 0\n")
        self.write("wrong.model", "v 1 -2 0\n")
        self.write("right.drat", "0\n")
        self.write("hard.cnf", self.gen("sample", "sat/uniform", "n=100", "m=426", "--seed", 1))
        self.write("php.cnf", "p cnf 2 4\n1 2 0\n-1 2 0\n1 -2 0\n-1 -2 0\n")
        self.write("wrong.drat", "0\n")
        run("gen label", "gen", "label", "pair.dlog", "one.cnf", "--cross-check", "--count-models")
        run("gen label", "gen", "label", "hard.cnf", "bad", "one.cnf", "--budget", 1, status=2)
        run("gen label --model FILE", "gen", "label", "one.cnf", "--model", "right.model")
        run("gen label --model FILE", "gen", "label", "one.cnf", "--model", "wrong.model", status=1)
        run("gen label --proof FILE", "gen", "label", "no.cnf", "--proof", "right.drat")
        run("gen label --proof FILE", "gen", "label", "php.cnf", "--proof", "wrong.drat", status=1)


if __name__ == "__main__":
    main()
