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
        self.assertEqual(said[0].split(), ["m", "satisfiable", "unsatisfiable", "unknown", "share", "interval", "effort"])
        self.assertRegex("\n".join(said), r"\nThe share crosses 0\.5 at m=(\d+)\.\n(m=\d+\.\.\d+ cannot be told from it by 100 instances\.\n)?Effort: mean propagations an instance\.\nsat/uniform n=12 m=\1$")
        self.assertRegex(said[-1], r"^sat/uniform n=12 m=\d+$")

    def test_rationals(self):
        """The same place is found by the number of clauses and by the ratio, in steps of the finer of 1/100 and the ends."""
        asked = ("calibrate", "sat/uniform", "n=20", "--count", 200, "--seed", 1, "--over")
        clauses, ratio, thirds = (self.document(GEN, *asked, over) for over in ("m=60..120", "ratio=3..6", "ratio=8/3..6"))
        self.assertEqual(ratio["spec"], f"sat/uniform n=20 ratio={ratio['value']:g}")
        for found in (ratio, thirds):
            self.assertEqual(round(20 * found["value"]), clauses["value"])
        by_value = {one["value"]: one for one in clauses["tried"]}
        at = min(ratio["tried"], key=lambda one: abs(one["value"] - ratio["value"]))
        self.assertEqual((at["label_1"], at["mean_effort"]), (by_value[clauses["value"]]["label_1"], by_value[clauses["value"]]["mean_effort"]))
        self.assertGreater(at["mean_effort"], by_value[60]["mean_effort"])
        self.assertTrue(all(abs(300 * one["value"] - round(300 * one["value"])) < 1e-6 for one in thirds["tried"]))

    def test_refusals(self):
        for words, says in (((), "give --over"), (("--over", "m2"), "NAME=LO..HI"), (("--over", "m2=9..3"), "NAME=LO..HI"), (("m2=4", "--over", "m2=3..9"), "leave it out"),
                            (("label=1", "--over", "m2=3..9"), "one generator"), (("--over", "m3=3..9"), "no number `m3`"), (("--over", "m2=3..9.5"), "integers"), (("--over", "m2=-3..9"), "m2 of cqc/uniform is from 0 to"), (("--over", "m2=3..4"), "not between them")):
            self.refused(GEN, "calibrate", "cqc/uniform", *words, says=says)
        self.refused(GEN, "calibrate", "cqc/uniform", "schema=r/2:20:13", "--over", "m2=3..40", "--count", 20, "--seed", 1, says="m2 has no effect here")
        self.refused(GEN, "calibrate", "cqc/uniform", "--over", "m2=3..4", "--count", 20, "--seed", 1, says="change another parameter (v1, m1, v2, head, constants)")
        self.refused(GEN, "calibrate", "cqc/threshold", "--over", "kappa=1/999999937..2", says="common denominator")


if __name__ == "__main__":
    main()
