"""`analyze bias`: distances to uniform without a reference, what does not apply, and the paragraph of a report."""
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
        self.assertIn("Total variation of the generator to uniform given label 1", text)
        self.assertIn("the law of sat/planted is tilted from uniform", self.document(ANALYZE, "report", "data.db", "planted")["datasets"][0]["summary"])
        self.assertIn("of its size or more", text)

    def test_what_does_not_apply_says_why(self):
        self.gen("make", "data.db", "queries", "cqc/pullback", "--count", 60, "--seed", 7, "--distinct")
        by = self.found("queries")
        for quantity, why in (("collision_chi2", "repeats were refused"), ("tv", "--distinct")):
            one = next(f for (q, _), f in by.items() if q == quantity)
            self.assertEqual(one["weight"], "not_applicable")
            self.assertIn(why, one["sentence"])
        self.refused(ANALYZE, "bias", "data.db", "nothing", says=["nothing", "queries"])

    def test_unmatched_references_are_refused(self):
        self.gen("make", "data.db", "train", "sat/uniform", "n=8", "m=34", "--balance", "--count", 60, "--seed", 1)
        self.gen("make", "data.db", "other", "sat/uniform", "n=9", "m=38", "--balance", "--count", 60, "--seed", 2)
        for words in (("collapse", "data.db", "train"), ("shortcuts", "data.db", "train"), ("study", "data.db", "--train", "train", "--test", "train")):
            self.refused(ANALYZE, *words, "--reference", "other", says=["other", "law of sizes", "--unmatched-reference"])
            said = self.ok(ANALYZE, *words, "--reference", "other", "--unmatched-reference", "--replicates", 100)
            self.assertIn("other", said)
        found = self.document(ANALYZE, "collapse", "data.db", "train", "--reference", "other", "--unmatched-reference")["findings"]
        self.assertTrue(all("law of sizes too" in f["sentence"] for f in found if f["quantity"] == "difference"))
        self.refused(ANALYZE, "collapse", "data.db", "train", "--as", "bags", says=["bags", "sequences"])

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
        self.assertIn("Total variation of the generator", text)
        with open(self.path("data.db"), "rb") as file:
            self.assertEqual(before, file.read())
        document = self.document(ANALYZE, "collapse", "data.db", "train", "--reference-tries", 200)
        self.assertTrue(any(f["quantity"] == "kappa" or f["quantity"] == "difference" for f in document["findings"]))


if __name__ == "__main__":
    main()
