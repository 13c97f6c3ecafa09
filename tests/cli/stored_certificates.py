"""Certificates as docs/catalog.md reads them out of a catalog: each is checked here, from what the program there prints, by hand."""
import json
import re
import sys

from harness import GEN, SOURCE, Case, main, text_of


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

    def test_homomorphisms_to_be_read(self):
        """Put in the place of X0, X1, .. of q2 they give its head the terms of q1's, and its atoms are atoms of q1."""
        self.gen("make", "data.db", "p", "cqc/uniform", "schema=e/2,s/1:3:1", "v1=6", "m1=16", "v2=6", "m2=11", "loops=no", "constants=1", "--count", 80, "--balance", "--seed", 1, "--certify", "store")
        lines = [json.loads(line) for line in self.gen("export", "data.db", "p", "--format", "jsonl", "--output", "-").splitlines()]
        self.sql("UPDATE instance SET certificate = x'00' WHERE label = 1")
        spoilt = [json.loads(line) for line in self.gen("export", "data.db", "p", "--format", "jsonl", "--output", "-").splitlines()]
        for line, bad in zip(lines, spoilt):
            self.assertIsNone(bad["homomorphism"])
            self.assertEqual(line["homomorphism"] is None, line["label"] == 0)
            if line["label"]:
                head, atoms = re.sub(r"\bX(\d+)\b", lambda name: line["homomorphism"][int(name[1])], line["q2"]).rstrip(".").split(" :- ")
                head_1, atoms_1 = line["q1"].rstrip(".").split(" :- ")
                self.assertEqual(head.replace("q2", "q1"), head_1)
                self.assertLessEqual(set(atoms.split(", ")), set(atoms_1.split(", ")))


class JsonLines(Case):
    SETS = {"f": ("sat/sr", "n=3..12"), "p": ("cqc/uniform", "schema=e/2,s/1:3:1", "v1=6", "m1=16", "v2=6", "m2=11", "constants=1"), "q": ("cqc/uniform", "v1=6", "v2=6", "--solver", "query_cnf")}

    def kept(self, catalog, name):
        """idx, label, kind and certificate of a dataset's rows."""
        return self.sql("SELECT idx, label, certificate_kind, certificate FROM instance JOIN dataset ON dataset.id = dataset WHERE dataset.name = ? ORDER BY idx", name, catalog=catalog)

    def test_they_come_back(self):
        kinds = set()
        for name, spec in self.SETS.items():
            made = self.document(GEN, "make", "data.db", name, *spec, "--count", 60, "--seed", 1, "--certify", "store")
            self.gen("export", "data.db", name, "--format", "jsonl", "--output", f"{name}.jsonl")
            back = self.document(GEN, "import", "back.db", name, f"{name}.jsonl", "--certify", "store")
            self.assertEqual((back["digest"], back["proved_by_file"], back["claims_refuted"]), (made["digest"], 60, 0))
            self.assertEqual(self.kept("back.db", name), self.kept("data.db", name))
            kinds |= {row[2] for row in self.kept("back.db", name)}
            ignored = self.document(GEN, "import", "back.db", name + "2", f"{name}.jsonl", "--certificates", "ignore")
            self.assertEqual((ignored["digest"], ignored["proved_by_file"]), (made["digest"], 0))
        self.assertEqual(kinds, {"model", "refutation", "homomorphism", "search_tree", "encoding_refutation"})
        self.gen("verify", "back.db")

    def test_wrong_ones_prove_nothing(self):
        """A certificate of another instance, of another kind, or cut: told, and the solver labels."""
        made = self.document(GEN, "make", "data.db", "p", *self.SETS["p"], "--count", 30, "--seed", 1, "--balance", "--certify", "store")
        lines = [json.loads(line) for line in self.gen("export", "data.db", "p", "--format", "jsonl", "--output", "-").splitlines()]
        yes, no = (next(line for line in lines if line["label"] == label) for label in (1, 0))
        for number, change in enumerate(({"certificate": yes["certificate"][:-2]}, {"certificate": ""}, {"certificate_kind": "model"}, {"certificate_kind": no["certificate_kind"], "certificate": no["certificate"]})):
            self.write("in.jsonl", "".join(json.dumps({**line, **change} if line is yes else line) + "\n" for line in lines))
            done = self.call(GEN, "import", "data.db", f"wrong{number}", "in.jsonl")
            self.assertEqual(done.returncode, 1, done)
            for says in (f"in.jsonl#{yes['idx'] + 1}: its certificate does not hold", "1 certificate is wrong, and proves nothing"):
                self.assertIn(says, done.stderr.decode())
            found = self.datasets("data.db")[f"wrong{number}"]
            self.assertEqual((found["digest"], found["proved_by_file"]), (made["digest"], 29))
        for change, says in (({"certificate": "0g"}, "hexadecimal"), ({"certificate": "012"}, "hexadecimal"), ({"certificate": 5}, "hexadecimal"), ({"certificate_kind": "none"}, "no kind of certificate"),
                             ({"certificate_kind": None}, "no kind of certificate")):
            self.write("in.jsonl", json.dumps({**yes, **change}) + "\n")
            self.refused(GEN, "import", "data.db", "bad", "in.jsonl", says=("in.jsonl:1", says))


if __name__ == "__main__":
    main()
