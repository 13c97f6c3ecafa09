"""Families that know both labels without a solver: stored with their own certificates, verified by the checker alone, and the report says what they are."""
from harness import ANALYZE, GEN, Case, main

FAMILIES = {"sat": ("sat/planted_or_core", "n=20"), "cqc": ("cqc/constructed",)}
KINDS = {"sat": {0: "refutation", 1: "model"}, "cqc": {0: "search_tree", 1: "homomorphism"}}


class Certified(Case):
    def test_no_solver_takes_part(self):
        for problem, spec in FAMILIES.items():
            self.gen("make", "data.db", problem, *spec, "--count", "200", "--seed", "1", "--trust-construction", "--certify", "store", *(["--rename"] if problem == "sat" else []))
        rows = self.sql("SELECT d.name, i.label, i.claim, i.label_source, i.certificate_kind, i.solver, i.effort, i.certificate IS NULL, count(*) "
                         "FROM instance i JOIN dataset d ON d.id = i.dataset GROUP BY 1, 2, 3, 4, 5, 6, 7, 8")
        self.assertEqual(len(rows), 4)
        for name, label, claim, source, kind, solver, effort, missing, count in rows:
            self.assertEqual((claim, source, kind, solver, effort, missing), (label, "construction", KINDS[name][label], None, None, 0))
            self.assertTrue(60 < count < 140)
        checked = self.document(GEN, "verify", "data.db")
        self.assertEqual((checked["certificates_checked"], checked["faults"]), (400, []))

    def test_a_solver_agrees(self):
        for problem, spec in FAMILIES.items():
            trusted = self.document(GEN, "make", "data.db", problem + "1", *spec, "--count", "100", "--seed", "2", "--trust-construction")
            solved = self.document(GEN, "make", "data.db", problem + "2", *spec, "--count", "100", "--seed", "2")
            self.assertEqual(trusted["digest"], solved["digest"])
        self.assertEqual(self.sql("SELECT DISTINCT label_source FROM instance i JOIN dataset d ON d.id = i.dataset WHERE d.name LIKE '%2'"), [("solver",)])

    def test_the_report_says_so(self):
        self.gen("make", "data.db", "both", *FAMILIES["cqc"], "--count", "100", "--seed", "1")
        self.gen("make", "data.db", "half", "cqc/pullback", "+", "cqc/uniform", "label=0", "--count", "100", "--seed", "1")
        parts = {part["dataset"]: part for part in self.document(ANALYZE, "report", "data.db", "both", "half")["datasets"]}
        said = {name: [one["sentence"] for one in part["findings"] if one["quantity"] == "certified_by_construction"] for name, part in parts.items()}
        self.assertIn("both labels are known without a solver", said["both"][0])
        self.assertIn("labels of cqc/uniform come from a solver", said["half"][0])
        self.assertIn(said["both"][0], parts["both"]["summary"])
        self.assertNotIn("by construction", parts["half"]["summary"])


if __name__ == "__main__":
    main()
