"""Certificates as docs/catalog.md reads them out of a catalog: each is checked here, from what the program there prints, by hand."""
import json
import sys

from harness import SOURCE, Case, main, text_of


def refuted(clauses):
    """Does unit propagation refute them?"""
    true = set()
    while True:
        units = set()
        for clause in clauses:
            if any(literal in true for literal in clause):
                continue
            left = [literal for literal in clause if -literal not in true]
            if not left:
                return True
            if len(left) == 1:
                units.add(left[0])
        if any(-literal in units for literal in units):
            return True
        if not units:
            return False
        true |= units


class Stored(Case):
    def read(self, name, kinds):
        self.write("reading.py", text_of(SOURCE, "docs", "catalog.md").split("```python\n")[2].split("```")[0])
        rows = [json.loads(line) for line in self.ok(sys.executable, "reading.py", "data.db", name).splitlines()]
        self.assertEqual({row[2] for row in rows}, set(kinds))
        return rows

    def test_formulas(self):
        self.gen("make", "data.db", "f", "sat/sr", "n=3..12", "--count", 60, "--seed", 1, "--certify", "store")
        rows = self.read("f", ["model", "refutation"])
        self.assertEqual(len(rows), 60)
        longest = 0
        for _, label, kind, (n, clauses), proof in rows:
            self.assertEqual(kind, "model" if label else "refutation")
            if label:
                self.assertEqual([abs(literal) for literal in proof], list(range(1, n + 1)))
                self.assertTrue(all(set(clause) & set(proof) for clause in clauses))
                continue
            known = list(clauses)
            for lemma in proof:
                self.assertTrue(refuted(known + [[-literal] for literal in lemma]))
                known.append(lemma)
            self.assertTrue(refuted(known))
            self.assertTrue(not proof or proof[-1] == [])
            longest = max(longest, len(proof))
        self.assertGreater(longest, 1)

    def test_pairs(self):
        self.gen("make", "data.db", "p", "cqc/uniform", "schema=e/2,s/1:3:1", "v1=6", "m1=16", "v2=6", "m2=11", "loops=no", "constants=1", "--count", 80, "--balance", "--seed", 1, "--certify", "store")
        branches = 0
        for _, label, kind, (_, (head_1, atoms_1), (head_2, atoms_2)), proof in self.read("p", ["homomorphism", "search_tree"]):
            self.assertEqual(kind, "homomorphism" if label else "search_tree")
            if label:
                image = lambda term: proof[term] if isinstance(term, int) else term
                self.assertEqual([image(term) for term in head_2], head_1)
                self.assertTrue(all([atom[0]] + [image(term) for term in atom[1:]] in atoms_1 for atom in atoms_2))
            else:
                variables = {term for atom in atoms_2 for term in atom[1:] if isinstance(term, int)}
                self.assertTrue(all(node == 0 or node - 1 in variables for node in proof))
                branches += sum(node > 0 for node in proof)
                self.assertTrue(not proof or sum(node == 0 for node in proof) > sum(node > 0 for node in proof))   # two children at least
        self.assertGreater(branches, 0)


if __name__ == "__main__":
    main()
