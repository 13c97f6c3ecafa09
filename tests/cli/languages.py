"""Pairs of queries in Datalog, SPARQL and SQL as a user hands them in: one question, one answer."""
import json
import os
import re

import harness

PAIRS = {
    "a.dlog": "q1(X) :- knows(X,Y), knows(Y,Z), age(Z,30).\nq2(X) :- knows(X,Y).\nq1(X) :- knows(X,Y).\nq2(X) :- knows(X,X).\n",
    "b.rq": "PREFIX : <http://example.org/>\nSELECT ?x { ?x :knows [ :knows [ :age 30 ] ] }\nSELECT DISTINCT ?x WHERE { ?x :knows ?y }\n"
            "SELECT ?x { ?x :knows ?y } SELECT ?x { ?x :knows ?x }\n",
    "c.sql": "SELECT DISTINCT a.who FROM knows a JOIN knows b ON a.whom = b.who, age c WHERE c.of = b.whom AND c.years = 30.0;\nSELECT DISTINCT who FROM knows WHERE whom = whom;\n"
             "SELECT DISTINCT who FROM knows; SELECT DISTINCT who FROM knows WHERE who = whom;\n",
}


class Languages(harness.Case):
    def test_one_question_one_answer(self):
        for name, text in PAIRS.items():
            self.write(name, text)
            self.write("plain-" + name.split(".", maxsplit=1)[0], text)   # by its first word
        for names in (PAIRS, [one for one in os.listdir(self.folder) if one.startswith("plain-")]):
            labels = self.document(harness.GEN, "label", *names)["labels"]
            self.assertEqual([one["label"] for one in labels], [1, 0] * 3)
            self.assertEqual([one["atoms_1"] for one in labels], [3, 1] * 3)

    def test_import_keeps_them_all(self):
        os.mkdir(self.path("pairs"))
        for name, text in PAIRS.items():
            self.write("pairs/" + name, text)
        self.gen("import", "data.db", "mixed", "pairs")
        self.assertEqual(self.datasets("data.db")["mixed"]["instances"], 6)
        self.gen("export", "data.db", "mixed", "--format", "datalog", "--output", "out")
        self.gen("import", "data.db", "again", "out", "--labels", "out/labels.csv")
        digests = {name: one["digest"] for name, one in self.datasets("data.db").items()}
        self.assertEqual(digests["mixed"], digests["again"])

    def test_what_is_refused_is_placed(self):
        self.write("a.rq", "SELECT DISTINCT ?x WHERE { ?x <p> ?y\n  FILTER (?y > 3) }\nASK {}\n")
        self.write("b.sql", "SELECT DISTINCT x FROM r\nWHERE x = 1 OR x = 2; SELECT DISTINCT x FROM r;\n")
        self.refused(harness.GEN, "label", "a.rq", says=("a.rq:2:3", "FILTER"))
        self.refused(harness.GEN, "import", "data.db", "d", "b.sql", says=("b.sql:2:13", "OR", "nothing was imported"))

    def test_heads_of_different_widths_are_told(self):
        lines = ['{"q1": "q1(X,Y) :- r(X,Y).", "q2": "q2(X) :- r(X,Y)."}'] * 2
        texts = {"a.dlog": "q1(X) :- r(X,Y).\nq2(X) :- r(X,Y).\n\nq1(X,Y) :- r(X,Y).\nq2(X) :- r(X,Y).\nq1(X,Y) :- r(X,Y).\nq2(X) :- r(X,Y).\n", "b.rq": "\n\n\nSELECT ?x ?y { ?x <p> ?y } SELECT ?x { ?x <p> ?y }\n",
                 "c.sql": "\n\n\nSELECT DISTINCT x, y FROM r; SELECT DISTINCT x FROM r;\n", "d.jsonl": "\n\n\n" + "\n".join(lines) + "\n"}
        for name, text in texts.items():
            self.write(name, text)
            for words in (("label", name), ("import", name + ".db", "d", name)):
                with self.subTest(words=words):
                    done = self.call(harness.GEN, *words)
                    said = harness.unwrapped(done.stderr)
                    self.assertEqual(done.returncode, 0)
                    self.assertEqual(said.count("the answers of q1 have 2 terms and those of q2 1"), 1)
                    self.assertIn(name + ":4: ", said)
        for name, text in PAIRS.items():
            self.write(name, text)
            self.assertNotIn(b"terms and those of", self.call(harness.GEN, "label", name).stderr)

    def test_bags_are_told_once(self):
        bags, sets = "SELECT ?x WHERE {?x <r> ?y}", "SELECT DISTINCT ?x WHERE {?x <r> ?y}"
        for name, text, told in (("a.sql", "SELECT x FROM r;" * 4, 1), ("b.sql", "SELECT DISTINCT x FROM r;" * 4, 0), ("a.rq", bags * 4, 1), ("b.rq", sets * 4, 0),
                                 ("c.rq", sets * 3 + bags, 1), ("d.rq", "ASK {?x <r> ?y}" * 2 + "SELECT REDUCED ?x {?x <r> ?y}" * 2, 0)):
            self.write(name, text)
            done = self.call(harness.GEN, "label", name)
            self.assertEqual((name, done.returncode, len(re.findall(b"DISTINCT", done.stderr))), (name, 0, told))

    def test_a_relation_of_two_arities_is_told(self):
        """Once a file, with its line, in whatever form pairs come; in two pairs they are no mistake."""
        pair = "q1(X) :- r(X,Y).\nq2(X) :- r(X,Y,Z).\n"
        line = '{"q1": "q1(X) :- r(X,Y).", "q2": "q2(X) :- r(X,Y,Z)."}\n'
        for name, text in (("a.dlog", "q1(X) :- r(X,Y).\nq2(X) :- r(X,Y).\n\n" + pair * 2), ("b.jsonl", "\n\n\n" + line * 2), ("c.dlog", "q1() :- r(X), s(X,Y).\nq2() :- s(X,X).\nq1() :- r(X,Y).\nq2() :- r(X,X).\n")):
            self.write(name, text)
            for words in (("label", name), ("import", name + ".db", "d", name)):
                said = harness.unwrapped(self.call(harness.GEN, *words).stderr)
                self.assertEqual(said.count("two relations of one name"), name[0] != "c", said)
                if name[0] != "c":
                    self.assertIn(name + ":4: r has 2 terms here and 3 there", said)

    def test_labels_that_nobody_read_are_told(self):
        os.mkdir(self.path("in"))
        for name, literal in (("a_sat=1", 1), ("a_sat=0", -1), ("b_sat=1", 1)):
            self.write(f"in/{name}.cnf", f"p cnf 1 2\n1 0\n{literal} 0\n")
        said = harness.unwrapped(self.call(harness.GEN, "import", "data.db", "a", "in").stderr)
        self.assertIn("3 of 3 paths look as if they told a label", said)
        self.assertIn("no labels read", said)
        said = harness.unwrapped(self.call(harness.GEN, "import", "data.db", "b", "in", "--labels", "from-path", "--unit", "from-path").stderr)
        self.assertNotIn("look as if", said)
        self.assertNotIn("no twins", said)
        self.assertIn("3 labels read, 0 refuted", said)
        self.assertEqual([self.datasets("data.db")[name]["claimed"] for name in "ab"], [0, 3])
        os.unlink(self.path("in/a_sat=0.cnf"))
        self.assertIn("no twins", harness.unwrapped(self.call(harness.GEN, "import", "data.db", "c", "in", "--unit", "from-path").stderr))

    def test_words_that_tell_a_label(self):
        """Where no path tells one, those that do are named; `_pos`, `_neg` and folders yes and no are among them."""
        for folder, names in (("mute", ("p_1+.dlog", "p_1-.dlog")), ("names", ("p_1_pos.dlog", "p_1_neg.dlog")), ("folders", ("yes/1.dlog", "no/1.dlog"))):
            for name, body in zip(names, ("r(X,X)", "r(X,Y)")):
                os.makedirs(os.path.dirname(self.path(folder, name)), exist_ok=True)
                self.write(f"{folder}/{name}", f"q(X) :- {body}.\nq(X) :- r(X,X).\n")
            done = self.call(harness.GEN, "import", "data.db", folder, folder, "--labels", "from-path", "--json")
            self.assertEqual(done.returncode, 0, done)
            found = (json.loads(done.stdout)["claimed"], b"words that do" in done.stderr, b"pos/neg" in done.stderr)
            self.assertEqual(found, (0, True, True) if folder == "mute" else (2, False, False))

    def test_words_of_tables_are_those_of_paths(self):
        """One word a file: what a table takes as a label, a name that is the word alone tells, and the other way round."""
        sat, unsat = "p cnf 1 1\n1 0\n", "p cnf 1 2\n1 0\n-1 0\n"
        words = {word: text for text, all_ in ((sat, "sat satisfiable contained yes true pos positive"), (unsat, "unsat unsatisfiable not_contained no false neg negative")) for word in all_.split()}
        os.makedirs(self.path("in"))
        for word, text in words.items():
            self.write(f"in/{word}.cnf", text)
        self.write("labels.csv", "path,label\n" + "".join(f"in/{word}.cnf,{word.upper()}\n" for word in words))
        for name, labels in (("table", "labels.csv"), ("path", "from-path")):
            found = json.loads(self.ok(harness.GEN, "import", "data.db", name, "in", "--labels", labels, "--json"))
            self.assertEqual(found["claimed"], 14, found)  # and none is refuted, which would be a fault
        self.write("labels.csv", "path,label\n" + "".join(f"in/{word}.cnf,{word}ish\n" for word in words))
        self.refused(harness.GEN, "import", "data.db", "bad", "in", "--labels", "labels.csv", says=["ish", "pos or neg"])

    def test_twins_by_name_and_by_folder_are_told(self):
        """Names that tell the label mean twins; equal names in folders that tell it may, as in G4SATBench's layout, or be numbers alone: which it was is told, and how to switch it off."""
        sat, unsat = "p cnf 1 1\n1 0\n", "p cnf 1 2\n1 0\n-1 0\n"
        for folder in ("in/train/sat", "in/train/unsat", "in/test/sat"):
            os.makedirs(self.path(folder))
        for name, text in (("train/sat/00001", sat), ("train/unsat/00001", unsat), ("train/sat/00002", sat), ("test/sat/00001", sat), ("x_sat=0", unsat), ("x_sat=1", sat)):
            self.write(f"in/{name}.cnf", text)
        folder = "2 of 6 files are twins by equal names in folders of two labels, such as in/train/sat/00001.cnf and in/train/unsat/00001.cnf; if they are only numbered alike, use --unit from-name"
        name = "2 of 6 files are twins by name, such as in/x_sat=0.cnf and in/x_sat=1.cnf; without --unit they are not"
        for unit, units, told in ((("from-path",), 4, (folder, name)), (("from-name",), 5, (name,)), ((), 6, ())):
            with self.subTest(unit=unit):
                done = self.call(harness.GEN, "import", "data.db", "d" + str(units), "in", "--labels", "from-path", *(("--unit",) + unit if unit else ()))
                said = harness.unwrapped(done.stderr)
                self.assertEqual(done.returncode, 0, said)
                self.assertEqual([part in said for part in (folder, name)], [part in told for part in (folder, name)], said)
                self.assertIn(f"6 instances in {units} units", said)
                self.assertNotIn("warning", said)
                units_of = dict(self.sql("SELECT i.name, unit FROM instance i JOIN dataset d ON d.id = i.dataset WHERE d.name = ?", "d" + str(units)))
                self.assertEqual(len(set(units_of.values())), units)
                self.assertEqual(units_of["in/train/sat/00001.cnf"] == units_of["in/train/unsat/00001.cnf"], units == 4)
                self.assertNotEqual(units_of["in/train/sat/00001.cnf"], units_of["in/test/sat/00001.cnf"])

    def test_splits_and_units_that_are_missing_are_named(self):
        for name in ("a", "b"):
            self.write(name + ".cnf", "p cnf 1 1\n1 0\n")
        self.write("splits.csv", "file,split\na.cnf,train\nb.cnf,\n")
        self.write("units.csv", "file,unit\na.cnf,1\nb.cnf,\n")
        done = self.call(harness.GEN, "import", "data.db", "d", "a.cnf", "b.cnf", "--split", "splits.csv")
        self.assertEqual(done.returncode, 0)
        self.assertIn(b"1 of 2 lines tell no split, the first is b.cnf", done.stderr)
        self.refused(harness.GEN, "import", "data.db", "e", "a.cnf", "b.cnf", "--unit", "units.csv", says="the unit of b.cnf is empty")


if __name__ == "__main__":
    harness.main()
