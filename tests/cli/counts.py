"""`gen label --count-models`: every published count, warnings of what is not used, budgets."""
import os

from harness import DATA, GEN, Case, formulas, main


class Counts(Case):
    def test_published(self):
        rows = [row for row in formulas() if row["models"][0].isdigit()]
        self.assertGreater(len(rows), 50)
        found = self.document(GEN, "label", *(os.path.join(DATA, "sat", row["file"]) for row in rows), "--count-models")
        self.assertEqual([one["models"] for one in found["labels"]], [row["models"].split()[0] for row in rows])

    def test_texts(self):
        self.write("none.cnf", "p cnf 1 2\n1 0\n-1 0\n")
        self.write("one.cnf", "p cnf 1 1\n1 0\n")
        self.write("wide.cnf", "p cnf 100 0\n")
        self.write("pair.dlog", "q1(X) :- r(X,Y).\nq2(X) :- r(X,X).\n")
        lines = self.gen("label", "none.cnf", "one.cnf", "wide.cnf", "pair.dlog", "--count-models").splitlines()
        self.assertTrue(lines[0].endswith("), 0 models"), lines)
        self.assertTrue(lines[1].endswith("), 1 model"), lines)
        self.assertTrue(lines[2].endswith(f"), {2 ** 100} models"), lines)
        self.assertTrue(lines[3].endswith("), 0 homomorphisms"), lines)
        found = self.document(GEN, "label", "wide.cnf", "pair.dlog", "--count-models")
        self.assertEqual(found["labels"][0]["models"], str(2**100))
        self.assertNotIn("models", found["labels"][1])
        self.assertNotIn("models", self.document(GEN, "label", "wide.cnf")["labels"][0])

    def test_what_is_not_used(self):
        self.write("projected.cnf", "c t pmc\np cnf 3 1\nc ind 1 2 0\nc p show 1 0\nc  p  show 2 0\nc p weight 1 0.5 0\nc independent\ncind 1\n1 2 0\n")
        done = self.call(GEN, "label", "projected.cnf", "--count-models")
        self.assertEqual(done.returncode, 0)
        self.assertTrue(done.stdout.decode().endswith(", 6 models\n"))
        said = done.stderr.decode().splitlines()
        self.assertEqual(len(said), 3, said)
        for line, (number, words) in zip(said, ((3, "c ind"), (4, "c p show"), (6, "c p weight"))):
            self.assertIn(f"projected.cnf:{number}:1: ", line)
            self.assertIn(f"({words})", line)
        self.assertEqual(self.call(GEN, "label", "projected.cnf").stderr, b"")

    def test_budget(self):
        hard = os.path.join(DATA, "sat", "satlib", "ais10.cnf")
        self.assertIn("models not counted within 100 steps", self.gen("label", hard, "--count-models", "--count-budget", "100"))
        one = self.document(GEN, "label", hard, "--count-models", "--count-budget", "100")["labels"][0]
        self.assertEqual((one["label"], one["models"]), (1, None))
        self.assertLessEqual(one["count_steps"], 100)


if __name__ == "__main__":
    main()
