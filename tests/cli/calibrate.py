"""`gen calibrate` finds where labels turn, says how sure it is, and gives a spec that has that share."""
from harness import GEN, Case, main


class Calibrate(Case):
    def test_the_spec_has_the_share(self):
        words = ("calibrate", "cqc/uniform", "v1=10", "m1=20", "v2=10", "--over", "m2=3..40", "--count", "300", "--seed", "1")
        found = self.document(GEN, *words)
        self.assertEqual((found["parameter"], found["target"], found["seed"]), ("m2", 0.5, "1"))
        self.assertTrue(12 <= found["value"] <= 15 and found["value_low"] <= found["value"] <= found["value_high"])
        self.assertIn(f"m2={found['value']}", found["spec"] + " m2=13")   # a default is not written
        tried = {one["value"]: one for one in found["tried"]}
        self.assertTrue({3, 40, found["value"]} <= set(tried))
        self.assertEqual(tried[40]["label_1"] + tried[40]["label_0"], 300)
        made = self.document(GEN, "make", "data.db", "d", *found["spec"].split(), "--count", "2000", "--seed", "2")
        self.assertAlmostEqual(made["label_1"] / 2000, 0.5, delta=0.1)
        self.assertEqual(found, self.document(GEN, *words))

    def test_text(self):
        said = self.gen("calibrate", "sat/uniform", "n=12", "--over", "m=30..90", "--count", "100", "--seed", "1").splitlines()
        self.assertEqual(said[0].split()[:4], ["m", "satisfiable", "unsatisfiable", "unknown"])
        self.assertRegex(said[-2], r"^The share crosses 0\.5 at m=\d+")
        self.assertRegex(said[-1], r"^sat/uniform n=12 m=\d+$")

    def test_refusals(self):
        for words, says in (((), "give --over"), (("--over", "m2"), "NAME=LO..HI"), (("--over", "m2=9..3"), "NAME=LO..HI"), (("m2=4", "--over", "m2=3..9"), "leave it out"),
                            (("label=1", "--over", "m2=3..9"), "one generator"), (("--over", "m3=3..9"), "no integer parameter"), (("--over", "m2=3..4"), "not between them")):
            self.refused(GEN, "calibrate", "cqc/uniform", *words, says=says)
        self.refused(GEN, "calibrate", "cqc/uniform", "schema=r/2:20:13", "--over", "m2=3..40", "--count", 20, "--seed", 1, says="m2 has no effect here")
        self.refused(GEN, "calibrate", "cqc/uniform", "--over", "m2=3..4", "--count", 20, "--seed", 1, says="change another parameter (v1, m1, v2, head, constants)")
        self.refused(GEN, "calibrate", "cqc/threshold", "--over", "kappa=0..2", says="a rational number")


if __name__ == "__main__":
    main()
