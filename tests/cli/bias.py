"""`analyze bias`: distances to uniform without a reference, what does not apply, and the paragraph of a report."""
from harness import ANALYZE, Case, main


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
        self.gen("make", "data.db", "queries", "cqc/uniform", "--count", 60, "--seed", 7)
        by = self.found("queries")
        for quantity, why in (("collision_chi2", "names of variables"), ("tv", "does not state its density")):
            one = next(f for (q, _), f in by.items() if q == quantity)
            self.assertEqual(one["weight"], "not_applicable")
            self.assertIn(why, one["sentence"])
        self.refused(ANALYZE, "bias", "data.db", "nothing", says=["nothing", "queries"])


if __name__ == "__main__":
    main()
