"""`analyze bias`: distances to uniform without a reference, what does not apply, and the paragraph of a report."""
import json

from harness import ANALYZE, Case, main, unwrapped


class Bias(Case):
    def found(self, dataset):
        document = self.document(ANALYZE, "bias", "data.db", dataset)
        return {(f["quantity"], f["subject"]): f for f in document["findings"]}

    def test_planted(self):
        self.gen("make", "data.db", "planted", "sat/planted", "n=20", "m=85", "--count", 400, "--seed", 7)
        by = self.found("planted")
        law = "generator=sat/planted"
        self.assertAlmostEqual(by["chi2", law]["value"]["estimate"], 3.4598837343349, 10)
        self.assertLess(abs(by["tv", law]["value"]["estimate"] - 0.56), 0.05)
        self.assertLess(by["tv_given_label", law]["value"]["estimate"], by["tv", law]["value"]["estimate"])
        self.assertEqual(by["tv", law]["weight"], "bias")
        text = self.analyze("bias", "data.db", "planted")
        self.assertIn("Total variation of sat/planted to uniform satisfiable formulas", text)
        self.assertIn("the law of sat/planted is tilted from uniform", self.document(ANALYZE, "report", "data.db", "planted")["datasets"][0]["summary"])
        self.assertIn("The choices do not limit what can come", text)

    def test_weights_go_back_to_uniform(self):
        """Over all 572 satisfiable sets of 6 clauses the weights of a planted dataset must be in inverse proportion to the number of models, whatever else was drawn."""
        self.gen("make", "data.db", "mix", "sat/planted", "n=3", "k=2", "m=6", "+", "sat/uniform", "n=3", "k=2", "m=6", "label=0", "+", "sat/nae", "n=3", "k=2", "m=6", "--count", 600, "--seed", 7)
        rows = [line.split(",") for line in self.analyze("weights", "data.db", "mix").splitlines()]
        self.assertEqual(rows[0], ["idx", "weight"])
        weight = {int(idx): float(w) if w else None for idx, w in rows[1:]}
        self.assertEqual(sorted(weight), list(range(600)))
        self.gen("export", "data.db", "mix", "--format", "jsonl", "--output", "mix.jsonl")
        products, parts = [], {0: [], 1: [], 2: []}
        with open(self.path("mix.jsonl"), encoding="utf-8") as file:
            for line in file:
                row = json.loads(line)
                parts[row["part"]].append(weight[row["idx"]])
                if row["part"] == 0:
                    models = sum(all(any((a >> abs(x) - 1 & 1) == (x > 0) for x in clause) for clause in row["clauses"]) for a in range(8))
                    products.append(models * weight[row["idx"]])
        self.assertLess(max(products) - min(products), 1e-9)
        self.assertAlmostEqual(sum(parts[0]) / 200, 1, 9)
        self.assertEqual((set(parts[1]), set(parts[2])), ({1.0}, {None}))
        document = self.document(ANALYZE, "weights", "data.db", "mix")
        self.assertEqual((document["unknown"], len(document["weights"])), (200, 600))
        for one in document["weights"]:
            self.assertAlmostEqual(one["weight"] or 0, weight[one["idx"]] or 0, 12)

    def test_a_law_that_was_cut_is_not_told(self):
        """Draws dropped for the budget, and repeats that were refused, leave another law than the generator's: part by part, in words and in weights."""
        self.gen("make", "data.db", "cut", "sat/planted", "n=8", "m=30", "+", "sat/uniform", "n=30", "m=128", "label=0", "--count", 80, "--seed", 4, "--budget", 150)
        dropped, of_planted = self.sql("SELECT total(unknown_tries), total(unknown_tries) FILTER (WHERE part = 0) FROM instance")[0]
        self.assertTrue(dropped > 20 and not of_planted)
        by = self.found("cut")
        self.assertEqual([by["tv", f"generator=sat/{part}"]["weight"] for part in ("planted part=0", "uniform part=1")], ["bias", "not_applicable"])
        self.assertIn("dropped", by["tv", "generator=sat/uniform part=1"]["sentence"])
        self.assertEqual(self.document(ANALYZE, "weights", "data.db", "cut")["unknown"], 40)
        paragraph = self.document(ANALYZE, "report", "data.db", "cut")["datasets"][0]["summary"]
        self.assertIn(f" {dropped:.0f} draws were dropped for a label not reached within the budget: the kept ones are easier than the law.", paragraph)
        self.assertNotIn("a tilt of the law of", paragraph)
        self.gen("make", "data.db", "whole", "sat/uniform", "n=4", "k=2", "m=4", "--count", 40, "--seed", 4)
        self.gen("make", "data.db", "classes", "sat/uniform", "n=4", "k=2", "m=4", "--count", 40, "--seed", 4, "--distinct")
        self.assertEqual([self.found(name)["tv", "generator=sat/uniform"]["weight"] for name in ("whole", "classes")], ["none", "not_applicable"])
        self.assertEqual([self.document(ANALYZE, "weights", "data.db", name)["unknown"] for name in ("whole", "classes")], [0, 40])
        self.assertNotIn("dropped", self.document(ANALYZE, "report", "data.db", "whole")["datasets"][0]["summary"])

    def test_tautologies_and_repeated_literals_are_no_repeated_clauses(self):
        clauses = ["1 2 0", "-1 3 0", "2 -3 0"]
        for i, order in enumerate(((0, 1, 2), (1, 2, 0), (2, 0, 1), (2, 1, 0))):
            self.write(f"{i}.cnf", "p cnf 3 3\n" + "".join(clauses[c] + "\n" for c in order))
        files = [f"{i}.cnf" for i in range(4)]
        self.gen("import", "data.db", "plain", *files)
        plain = self.found("plain")["collision_chi2", "label=1"]
        self.assertIn("6 times", plain["sentence"])
        self.write("3.cnf", "p cnf 3 4\n1 1 2 0\n1 -1 0\n-1 3 0\n2 -3 0\n")
        self.gen("import", "data.db", "written", *files)
        self.assertEqual(self.found("written")["collision_chi2", "label=1"]["value"], plain["value"])
        found = self.document(ANALYZE, "collapse", "data.db", "written", "--as", "sets")["findings"]
        self.assertNotIn("repeats a clause", json.dumps(found))

    def test_what_does_not_apply_says_why(self):
        self.gen("make", "data.db", "queries", "cqc/pullback", "--count", 60, "--seed", 7, "--distinct")
        by = self.found("queries")
        for quantity, why in (("collision_chi2", "repeats were refused"), ("tv", "--distinct")):
            one = next(f for (q, _), f in by.items() if q == quantity)
            self.assertEqual(one["weight"], "not_applicable")
            self.assertIn(why, one["sentence"])
        self.refused(ANALYZE, "bias", "data.db", "nothing", says=["nothing", "queries"])

    def test_sequences_taken_as_sets(self):
        """Equal sets are counted among those of their own number of clauses, and the density that is stated of sequences is no word on sets."""
        self.gen("make", "data.db", "sequences", "sat/uniform", "n=3", "k=2", "m=4", "distinct=no", "--count", 300, "--seed", 3)
        self.gen("export", "data.db", "sequences", "--format", "jsonl", "--output", "all.jsonl")
        sets = {0: [], 1: []}
        with open(self.path("all.jsonl"), encoding="utf-8") as file:
            for row in map(json.loads, file):
                sets[row["label"]].append(frozenset(map(frozenset, row["clauses"])))
        equal = sum(a == b for i, a in enumerate(sets[1]) for b in sets[1][:i])
        by = {(f["quantity"], f["subject"]): f for f in self.document(ANALYZE, "bias", "data.db", "sequences", "--as", "sets")["findings"]}
        self.assertIn(f"are equal {equal} times", by["collision_chi2", "label=1"]["sentence"])
        self.assertEqual((by["collision_chi2", "label=1"]["weight"], by["tv", "generator=sat/uniform"]["weight"]), ("none", "not_applicable"))
        self.assertIn("its formulas are taken as sets", by["tv", "generator=sat/uniform"]["sentence"])
        self.assertIn("repeats a clause is no set", self.analyze("report", "data.db", "sequences", "--as", "sets"))

    def test_unmatched_references_are_refused(self):
        self.gen("make", "data.db", "train", "sat/uniform", "n=8", "m=34", "--balance", "--count", 60, "--seed", 1)
        self.gen("make", "data.db", "other", "sat/uniform", "n=9", "m=38", "--balance", "--count", 60, "--seed", 2)
        for words in (("collapse", "data.db", "train"), ("shortcuts", "data.db", "train"), ("study", "data.db", "--train", "train", "--test", "train")):
            self.refused(ANALYZE, *words, "--reference", "other", says=["other", "law of sizes", "--unmatched-reference"])
            said = self.ok(ANALYZE, *words, "--reference", "other", "--unmatched-reference")
            self.assertIn("other", said)
        found = self.document(ANALYZE, "collapse", "data.db", "train", "--reference", "other", "--unmatched-reference")["findings"]
        self.assertTrue(all("law of sizes too" in f["sentence"] for f in found if f["quantity"] == "difference"))
        self.refused(ANALYZE, "collapse", "data.db", "train", "--as", "bags", says=["bags", "sequences"])
        self.gen("make", "data.db", "pairs", "cqc/uniform", "--count", 4, "--seed", 1)
        for verb in ("report", "bias", "redundancy", "shortcuts", "collapse"):
            self.refused(ANALYZE, verb, "data.db", "train", "pairs", "--as", "sets", says=["'pairs' holds pairs of queries", "--as"])
        self.refused(ANALYZE, "study", "data.db", "--train", "train", "--test", "train", "--as", "bags", says=["bags", "sequences"])

    def test_a_catalog_that_is_only_read(self):
        """Every measure that needs no reference, and the others say that there is none; the file stays as it was."""
        self.gen("make", "data.db", "train", "sat/planted", "n=8", "m=30", "+", "sat/uniform", "n=8", "m=30", "label=0", "--count", 80, "--seed", 1)
        with open(self.path("data.db"), "rb") as file:
            before = file.read()
        for verb in ("report", "redundancy", "bias", "shortcuts", "collapse"):
            document = self.document(ANALYZE, verb, "data.db", "train", "--read-only")
            findings = document["findings"] if "findings" in document else document["datasets"][0]["findings"]
            self.assertTrue(any(f["weight"] != "not_applicable" for f in findings), verb)
        text = unwrapped(self.analyze("report", "data.db", "train", "--read-only"))
        self.assertIn("There is no reference.", text)
        self.assertIn("open for reading only", text)
        self.assertIn("Total variation of part 1 (sat/planted)", text)
        with open(self.path("data.db"), "rb") as file:
            self.assertEqual(before, file.read())
        document = self.document(ANALYZE, "collapse", "data.db", "train", "--reference-tries", 200)
        self.assertTrue(any(f["quantity"] == "kappa" or f["quantity"] == "difference" for f in document["findings"]))

    def test_units_lost_to_the_budget_change_the_law(self):
        """Those that came are the easy ones, whether draws of theirs were dropped or not; so too without a label wanted elsewhere."""
        self.gen("make", "data.db", "d", "sat/uniform", "n=30", "m=128", "label=1", "--tries", 1, "--budget", 60, "--count", 200, "--seed", 2, status=1)
        found = {f["quantity"]: f for f in self.document(ANALYZE, "bias", "data.db", "d")["findings"]}
        self.assertEqual(found["tv"]["weight"], "not_applicable")
        self.assertNotIn("tv_given_label", found)
        self.assertIn("the kept ones are easier than the law", unwrapped(self.analyze("report", "data.db", "d")))


if __name__ == "__main__":
    main()
