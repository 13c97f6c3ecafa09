"""`--cross-check`: two solvers on each instance; rows and digests stay as they are without it."""
import os

from harness import DATA, GEN, Case, main


class CrossCheck(Case):
    def test_label(self):
        path = os.path.join(DATA, "sat", "satlib", "uf20-01.cnf")
        self.assertIn("; agrees: ", self.gen("label", path, "--cross-check"))
        one = self.document(GEN, "label", path, "--cross-check")["labels"][0]
        self.assertIn(one["agrees"], ("cadical", "picosat"))
        self.assertNotEqual(self.document(GEN, "label", path, "--cross-check", "--solver", "picosat")["labels"][0]["agrees"], "picosat")
        self.assertNotIn("agrees", self.document(GEN, "label", path)["labels"][0])

    def test_unknown_is_not_compared(self):
        path = os.path.join(DATA, "sat", "satlib", "uuf100-01.cnf")
        one = self.document(GEN, "label", path, "--cross-check", "--budget", "10")["labels"][0]
        self.assertEqual((one["label"], one["agrees"]), (None, None))

    def test_make(self):
        """Alike with solved, decided and trusted labels, and with threads."""
        for i, spec in enumerate((("sat/uniform", "n=20", "m=85", "k=3"), ("sat/sr", "n=10..20"), ("sat/planted", "n=20", "m=85", "k=3", "--trust-construction"))):
            for name, more in (("plain", ()), ("checked", ("--cross-check", "--threads", "2"))):
                self.gen("make", "data.db", f"{name}{i}", *spec, "--count", "60", "--seed", "3", *more)
            found = self.datasets("data.db")
            self.assertEqual(found[f"plain{i}"]["digest"], found[f"checked{i}"]["digest"])


if __name__ == "__main__":
    main()
