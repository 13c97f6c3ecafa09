"""`gen label` and `gen import` agree with every answer that is known from elsewhere (tests/data)."""
import csv
import json
import os

from harness import ANALYZE, DATA, GEN, Case, formulas, main, text_of, unwrapped

SAT = {"SAT": 1, "UNSAT": 0}


class Labels(Case):
    def test_formulas(self):
        rows = formulas()
        self.assertGreater(len(rows), 80)
        readable = [row for row in rows if row["status"] in SAT]
        found = self.document(GEN, "label", *(os.path.join(DATA, "sat", row["file"]) for row in readable))
        self.assertEqual((found["failed"], found["unknown"]), (0, 0))
        labels = {os.path.realpath(one["path"]): one for one in found["labels"]}
        for row in readable:
            path = os.path.realpath(os.path.join(DATA, "sat", row["file"]))
            one = labels.get(path) or next(label for name, label in labels.items() if name.startswith(path + "/"))
            self.assertEqual(one["label"], SAT[row["status"]], row["file"])
            self.assertTrue(one["certified"])
            self.assertEqual(one["answer"], "satisfiable" if one["label"] else "unsatisfiable")

    def test_files_without_a_formula(self):
        for row in formulas():
            if row["status"] not in SAT:
                with self.subTest(file=row["file"]):
                    said = self.refused(GEN, "label", os.path.join(DATA, "sat", row["file"]))
                    self.assertIn(os.path.basename(row["file"]), said)

    def test_import_of_satlib(self):
        done = self.document(GEN, "import", "data.db", "satlib", os.path.join(DATA, "sat", "satlib"), "--certify", "store")
        known = [SAT[row["status"]] for row in formulas() if row["file"].startswith("satlib/") and row["status"] in SAT]
        self.assertEqual((done["label_1"], done["label_0"], done["unknown"]), (known.count(1), known.count(0), 0))
        checked = self.document(GEN, "verify", "data.db")
        self.assertEqual((checked["certificates_checked"], checked["faults"]), (len(known), []))

    def test_numbers_of_homomorphisms(self):
        """Known counts, as JSON and as a line."""
        cases = json.loads(text_of(DATA, "cqc", "random_truth_a.json"))["cases"]
        self.write("pairs.dlog", "".join(case["q1"] + "\n" + case["q2"] + "\n" for case in cases))
        for solver in ("homomorphism", "query_cnf"):
            done = self.document(GEN, "label", "pairs.dlog", "--variables", "any", "--count-models", "--solver", solver)
            self.assertEqual([one["homomorphisms"] for one in done["labels"]], [str(case["homomorphisms"]) for case in cases])
            self.assertTrue(all("models" not in one for one in done["labels"]))
        self.write("pair.dlog", "q1(X) :- r(X,Y), r(Y,X), r(X,X).\nq2(X) :- r(X,Y), r(Z,W).\n")
        done = self.call(GEN, "label", "pair.dlog", "--count-models")
        self.assertIn(b", 6 homomorphisms\n", done.stdout)

    def test_pairs(self):
        """One file a case, and all cases in one file."""
        cases = []
        for name in ("courses.json", "edge_cases.json", "random_truth_a.json"):
            found = json.loads(text_of(DATA, "cqc", name))
            cases += found if isinstance(found, list) else found["cases"]
        self.assertGreater(len(cases), 250)
        os.mkdir(self.path("cases"))
        for i, case in enumerate(cases):
            self.write(f"cases/{i:03}.dlog", f"{case['q1']}\n{case['q2']}\n")
        self.write("all.dlog", "".join(f"{case['q1']}\n{case['q2']}\n" for case in cases))
        for path in ("cases", "all.dlog"):
            found = self.document(GEN, "label", path, "--variables", "any")
            self.assertEqual((found["failed"], found["labelled"]), (0, len(cases)))
            for case, one in zip(cases, found["labels"]):
                self.assertEqual(one["answer"], case["expected"], case["id"])
                self.assertTrue(one["certified"])

    def test_text(self):
        self.write("no.cnf", "p cnf 1 2\n1 0\n-1 0\n")
        self.write("yes.dlog", "q1(X) :- r(X,Y), r(Y,X).\nq2(X) :- r(X,Y).\n")
        self.write("rules", "q1(X) :- r(X,Y).\nq2(X) :- r(X,X).\n")
        lines = self.gen("label", "no.cnf", "yes.dlog", "rules").splitlines()
        self.assertRegex(lines[0], r"^no\.cnf: unsatisfiable \(checked, \w+, \d+ [\w ]+\)$")
        self.assertRegex(lines[1], r"^yes\.dlog pair 1: contained \(checked, \w+, \d+ [\w ]+\)$")
        self.assertRegex(lines[2], r"^rules pair 1: not contained \(checked, \w+, \d+ [\w ]+\)$")

    def test_variables_in_lower_case(self):
        """One warning for the first file and one for all, by a head with a lower-case word too."""
        for i in range(30):
            self.write(f"{i:02}.dlog", "q1(x,Y) :- r(x,Y).\nq2(x,Y) :- r(x,Y).\n" if i % 2 else "q1(x) :- r(x,y).\nq2(x) :- r(x,x).\n")
        done = self.call(GEN, "import", "data.db", "pairs", ".", "--problem", "cqc")
        warnings = [line for line in done.stderr.decode().splitlines() if "--variables any" in line]
        self.assertEqual(len(warnings), 2, done.stderr)
        self.assertIn("00.dlog:1:1: a lower-case word in the head", warnings[0])
        self.assertIn("the same in 30 files", warnings[1])
        self.assertEqual(self.call(GEN, "label", *(f"{i:02}.dlog" for i in range(30))).stderr.count(b"--variables any"), 2)
        self.write("body.dlog", "q1() :- r(x,y).\nq2() :- r(x,x).\n")
        self.assertIn(b"a rule without variables", self.call(GEN, "label", "body.dlog").stderr)

    def test_standard_input(self):
        """What `gen sample` prints is labelled formula by formula, or pair by pair, and agrees with the catalog."""
        for words, name in ((("sat/sr", "n=12"), "-#{}"), (("cqc/uniform",), "-")):
            text = self.gen("sample", *words, "--count", "6", "--seed", "3")
            found = self.document(GEN, "label", "-", stdin=text)["labels"]
            self.assertEqual([(one["path"], one["pair"]) for one in found], [(name.format(i), i if name == "-" else None) for i in range(1, 7)])
            self.gen("make", "data.db", words[0], *words, "--count", "6", "--seed", "3")
            stored = self.sql("SELECT label FROM instance i JOIN dataset d ON d.id = i.dataset WHERE d.name = ? ORDER BY idx", words[0])
            self.assertEqual([one["label"] for one in found], [label for label, in stored])
        self.assertEqual(self.document(GEN, "label", "-", stdin="c a\np cnf 1 1\n1 0\n")["labels"][0]["path"], "-")
        bad = self.call(GEN, "label", "-", "--json", stdin="p cnf 1 1\n1 0\nc next\np cnf 1 1\n1\n\np cnf 1 2\n1 0 -1 0\n")
        found = json.loads(bad.stdout)
        self.assertEqual((bad.returncode, [(one["path"], one["label"]) for one in found["labels"]]), (2, [("-#1", 1), ("-#3", 0)]))
        self.assertEqual([one["path"] for one in found["failures"]], ["-#2"])
        self.assertIn("-#2:3:1", found["failures"][0]["error"])
        self.refused(GEN, "label", "-", "--strict", stdin=self.gen("sample", "sat/sr", "--count", "2", "--seed", "1"), says="a second header")
        self.refused(GEN, "sample", "sat/sr", "+", "sat/uniform", says="gen make")

    def test_budget(self):
        """What the budget does not decide is unknown, said to be so, and no error."""
        self.write("hard.cnf", self.gen("sample", "sat/uniform", "n=200", "m=852", "--seed", "1"))
        done = self.call(GEN, "label", "hard.cnf", "--budget", "10")
        self.assertEqual(done.returncode, 0, done)
        self.assertTrue(done.stdout.startswith(b"hard.cnf: unknown (the budget of 10 "), done.stdout)
        self.assertIn(b"--budget", done.stderr)
        one = self.document(GEN, "label", "hard.cnf", "--budget", "10")["labels"][0]
        self.assertEqual((one["label"], one["answer"], one["certified"]), (None, "unknown", False))
        self.assertIn("budget", one["reason"])

    def test_strict(self):
        self.write("count.cnf", "p cnf 2 5\n1 0\n")
        done = self.call(GEN, "label", "count.cnf")
        self.assertEqual((done.returncode, done.stderr.count(b"\n")), (0, 1), done)
        self.assertIn(b"warning", done.stderr)
        self.refused(GEN, "label", "count.cnf", "--strict", says="count.cnf:1")

    def test_labels_from_paths(self):
        for folder, text in (("SAT", "p cnf 1 1\n1 0\n"), ("UNSAT", "p cnf 1 2\n1 0\n-1 0\n")):
            os.mkdir(self.path(folder))
            self.write(f"{folder}/a.cnf", text)
        done = self.document(GEN, "import", "data.db", "both", "SAT", "UNSAT", "--labels", "from-path")
        self.assertEqual((done["label_1"], done["label_0"], done["claims_refuted"]), (1, 1, 0))
        self.write("UNSAT/b.cnf", "p cnf 1 1\n1 0\n")
        refuted = self.call(GEN, "import", "data.db", "wrong", "SAT", "UNSAT", "--labels", "from-path")
        self.assertEqual(refuted.returncode, 1, refuted)
        self.assertIn(b"UNSAT/b.cnf", refuted.stderr)
        self.assertEqual(self.datasets("data.db")["wrong"]["claims_refuted"], 1)

    def test_refuted_labels_are_counted_and_found(self):
        """The first are named, then how many there are, and the last line says what shows all of them."""
        os.mkdir(self.path("UNSAT"))
        for name in "abcdefg":
            self.write(f"UNSAT/{name}.cnf", "p cnf 1 1\n1 0\n")
        self.write("mute.cnf", "p cnf 1 1\n1 0\n")
        done = self.call(GEN, "import", "data.db", "wrong", "UNSAT", "mute.cnf", "--labels", "from-path")
        said = unwrapped(done.stderr)
        self.assertEqual((done.returncode, said.count("said to be unsatisfiable")), (1, 5), said)
        for part in ("7 labels are refuted in all", "7 of 7 labels are refuted", "gen export --format csv shows both", "--json names all", "SELECT idx, name, claim, label FROM instance WHERE claim <> label"):
            self.assertIn(part, said)
        document = json.loads(self.ok(GEN, "import", "data.db", "again", "UNSAT", "mute.cnf", "--labels", "from-path", "--json", status=1))
        rows = self.sql("SELECT idx, instance.name, claim, label FROM instance JOIN dataset ON dataset.id = instance.dataset WHERE dataset.name = 'again' AND claim <> label ORDER BY idx")
        self.assertEqual([(one["idx"], one["name"], one["claim"], one["label"]) for one in document["refuted"]], rows)
        self.assertEqual({row[1] for row in rows}, {f"UNSAT/{name}.cnf" for name in "abcdefg"})
        self.gen("export", "data.db", "wrong", "--format", "csv", "--output", "all.csv")
        rows = list(csv.DictReader(text_of(self.path("all.csv")).splitlines()))
        self.assertEqual(sorted(row["name"] for row in rows if row["claim"] and row["claim"] != row["label"]), [f"UNSAT/{name}.cnf" for name in "abcdefg"])

    def test_wrong_labels_are_named_by_their_files(self):
        os.mkdir(self.path("UNSAT"))
        for name, text in {"a": "p cnf 1 1\n1 0\n", "b": "p cnf 1 2\n1 0\n-1 0\n"}.items():
            self.write(f"UNSAT/{name}.cnf", text)
        self.gen("import", "data.db", "d", "UNSAT", "--labels", "from-path", "--trust-labels")
        verified = self.call(GEN, "verify", "data.db")
        self.assertEqual(verified.returncode, 1)
        self.assertIn("d, instance 0 (UNSAT/a.cnf): label 0 is refuted", unwrapped(verified.stdout + verified.stderr))
        self.assertIn("the first is number 0 (UNSAT/a.cnf): run gen verify.", unwrapped(self.ok(ANALYZE, "collapse", "data.db", "d")))

    def test_labels_that_are_believed_are_not_refuted(self):
        """Nothing was held against them: no `0 refuted` anywhere, but that they were believed, and how to check."""
        os.mkdir(self.path("UNSAT"))
        for name in "abc":
            self.write(f"UNSAT/{name}.cnf", "p cnf 1 1\n1 0\n")
        self.write("UNSAT/d.cnf", "p cnf 1 2\n1 0\n-1 0\n")
        self.write("UNSAT/d.drat", "0\n")
        says = "believed, not checked (gen verify checks)"
        for name, more, believed, held in (("some", (), 3, 1), ("all", ("--certificates", "ignore"), 4, 0)):
            done = self.call(GEN, "import", "data.db", name, "UNSAT", "--labels", "from-path", "--trust-labels", *more)
            said, listed = unwrapped(done.stderr), unwrapped(self.gen("ls", "data.db", name))
            self.assertIn(f"4 labels read{', 0 refuted' * held}, {believed} labels {says}", said)
            self.assertEqual(f"refuted 0 of {held} claimed" in listed, held > 0)
            self.assertIn(f"believed {believed} labels, not checked", listed)
            self.assertEqual(self.datasets("data.db")[name]["believed"], believed)
        self.assertIn(f"10 labels {says}", unwrapped(self.call(GEN, "make", "data.db", "made", "sat/planted", "n=8", "--count", "10", "--seed", "1", "--trust-construction", "--certify", "none").stderr))
        for name, more in (("solved", ()), ("proved", ("--trust-construction",))):
            said = unwrapped(self.call(GEN, "make", "data.db", name, "sat/planted", "n=8", "--count", "10", "--seed", "1", *more).stderr)
            self.assertNotIn("believed", said)

    def test_strict_takes_a_table_from_a_pipe(self):
        """Which can be read once only."""
        self.write("a.cnf", "p cnf 1 1\n1 0\n")
        self.gen("import", "data.db", "d", "a.cnf", "--strict", "--labels", "/dev/stdin", stdin="file,label\na.cnf,1\n")
        self.assertEqual(self.datasets("data.db")["d"]["label_1"], 1)


if __name__ == "__main__":
    main()
