"""analyze redundancy --list: what the measure counts, named."""
import os
import random

from harness import ANALYZE, GEN, Case, main, unwrapped


class Redundancy(Case):
    def counted(self, name, quantity):
        found = [f for f in self.document(ANALYZE, "redundancy", "d.db", name)["findings"] if f["quantity"] == quantity]
        return sum(round(f["value"]["estimate"] * f["value"]["n"]) for f in found)

    def test_the_list_is_what_is_counted(self):
        self.document(GEN, "make", "d.db", "a", "sat/uniform", "n=3", "m=4", "--count", 60, "--seed", 1, "--split", "train=.5,test=.5", "--split-apart")
        pairs = self.document(ANALYZE, "redundancy", "d.db", "a", "--list")["pairs"]
        copies = [p for p in pairs if p["how"] in ("equal", "isomorphic")]
        self.assertEqual(len(copies), self.counted("a", "isomorphic_repeats"))
        self.assertEqual(sum(p["how"] == "equal" for p in copies), self.counted("a", "repeats"))
        self.assertTrue(copies and all(p["of"]["idx"] < p["copy"]["idx"] and p["share"] == 1 for p in copies))
        self.assertEqual(len({p["copy"]["idx"] for p in copies}), len(copies))
        near = [p for p in pairs if p["how"] == "near"]
        self.assertEqual(len(near), self.counted("a", "near_copies_across_splits"))
        self.assertTrue(all(.5 <= p["share"] < 1 and p["copy"]["split"] != p["of"]["split"] for p in near))

    def test_files_are_named(self):
        for split in ("train", "test"):
            os.makedirs(self.path("in", split, "sat=1"))
        self.write("in/train/sat=1/x.cnf", "p cnf 2 2\n1 2 0\n-1 2 0\n")
        self.write("in/test/sat=1/y.cnf", "p cnf 2 2\n1 2 0\n-1 2 0\n")
        self.write("in/test/sat=1/z.cnf", "p cnf 2 2\n1 2 0\n1 -2 0\n")
        self.gen("import", "d.db", "b", "in/", "--labels", "from-path", "--split", "from-path")
        head, *rows = [line.split("\t") for line in self.analyze("redundancy", "d.db", "b", "--list").splitlines()]
        found = [dict(zip(head, row)) for row in rows]
        names = {(f["how"], *sorted(n.split("/")[-1] for n in (f["name"], f["of_name"]))) for f in found if f["share"] == "1.000"}
        self.assertIn(("equal", "x.cnf", "y.cnf"), names)
        self.assertTrue(any(f["how"] == "isomorphic" and "z.cnf" in f["name"] + f["of_name"] for f in found))
        self.assertEqual({f["label"] for f in found}, {"1"})
        self.refused(ANALYZE, "redundancy", "d.db", "b", "b", "--list", says="one dataset")

    def test_copies_between_two_datasets(self):
        """Not splits of one: equal ones, renamed ones, and near copies, as the report counts them, are listed with both ends' names."""
        def formula(clauses):
            return f"p cnf 30 {len(clauses)}\n" + "".join(" ".join(map(str, c)) + " 0\n" for c in clauses)

        def clauses(seed):
            drawn = random.Random(seed)
            return [[drawn.choice((-1, 1)) * v for v in drawn.sample(range(1, 31), 3)] for _ in range(20)]
        for folder in ("train", "test"):
            os.mkdir(self.path(folder))
        for seed in range(1, 6):
            self.write(f"train/t{seed}.cnf", formula(clauses(seed)))
        self.write("test/equal.cnf", formula(clauses(1)[::-1]))
        self.write("test/renamed.cnf", formula([[(abs(x) % 30 + 1) * (1 if x > 0 else -1) for x in c] for c in clauses(2)]))
        self.write("test/near.cnf", formula(clauses(3)[:-2] + [[1, 2, 3], [4, -5, 6]]))
        self.write("test/other.cnf", formula([[i + 1, -(i + 2), i + 3] for i in range(20)]))
        self.gen("import", "d.db", "train", "train/")
        self.gen("import", "d.db", "test", "test/")
        document = self.document(ANALYZE, "redundancy", "d.db", "test", "train", "--list")
        self.assertEqual((document["dataset"], document["of_dataset"]), ("test", "train"))
        self.assertEqual({(p["how"], os.path.basename(p["copy"]["name"]), os.path.basename(p["of"]["name"])) for p in document["pairs"] if p["how"] != "near_renamed"},
                         {("equal", "equal.cnf", "t1.cnf"), ("isomorphic", "renamed.cnf", "t2.cnf"), ("near", "near.cnf", "t3.cnf")})
        self.assertEqual([round(p["share"], 6) for p in document["pairs"] if p["how"] == "near"], [round(18 / 22, 6)])
        head, *rows = [line.split("\t") for line in self.analyze("redundancy", "d.db", "test", "train", "--list").splitlines()]
        self.assertEqual({(row[0], row[-1]) for row in rows}, {("test", "train")})
        self.assertEqual((len(head), {len(row) for row in rows}), (12, {12}))
        report = self.document(ANALYZE, "report", "d.db", "train", "test")["datasets"]
        found = {one["dataset"]: {f["quantity"]: f["value"] for f in one["findings"] if f["measure"] == "overlap"} for one in report}
        self.assertEqual([(found[name]["near_copies_of_dataset"]["estimate"], found[name]["near_copies_of_dataset"]["n"]) for name in ("train", "test")], [(1 / 5, 5), (1 / 4, 4)])
        self.assertEqual([found[name]["isomorphic_to_dataset"]["estimate"] for name in ("train", "test")], [2 / 5, 2 / 4])
        said = unwrapped(self.analyze("report", "d.db", "train", "test"))
        self.assertIn("To be looked at (analyze redundancy --list): instances are near copies of instances of train (25 %", said)
        self.gen("make", "d.db", "q", "cqc/uniform", "--count", 4, "--seed", 1)
        self.refused(ANALYZE, "redundancy", "d.db", "q", "test", "--list", says="nothing in common")
        self.refused(ANALYZE, "redundancy", "d.db", "q", "test", "train", "--list", says="one dataset, or two")

    def test_relatives_are_listed(self):
        """What a report counts as relatives of another dataset, or as families in several splits, has its lines, with the ends that the catalog's own parents name."""
        self.gen("make", "d.db", "seeds", "sat/uniform", "n=20", "m=85", "--count", 12, "--seed", 1, "--certify", "store")
        self.gen("make", "d.db", "more", "sat/augment", "from=seeds", "replace=1/2", "--count", 30, "--seed", 2)
        self.gen("make", "d.db", "same", "sat/augment", "from=seeds", "rename=no", "flip=no", "--count", 5, "--seed", 3)
        report = {one["dataset"]: one for one in self.document(ANALYZE, "report", "d.db", "seeds", "more")["datasets"]}
        for name, other in (("more", "seeds"), ("seeds", "more")):
            related = [f["value"] for f in report[name]["findings"] if f["quantity"] == "related_to_dataset"]
            pairs = self.document(ANALYZE, "redundancy", "d.db", name, other, "--list")["pairs"]
            listed = [p for p in pairs if p["how"] == "related"]
            self.assertEqual([round(v["estimate"] * v["n"]) for v in related], [len({p["copy"]["idx"] for p in pairs if p["how"] in ("equal", "isomorphic", "related")})])
            self.assertTrue(listed and all(p["share"] is None for p in listed))
            parents = dict(self.sql("SELECT idx, parent FROM instance JOIN dataset ON dataset.id = instance.dataset WHERE dataset.name = 'more'", catalog="d.db"))
            self.assertTrue(all(parents[p["copy" if name == "more" else "of"]["idx"]] == p["of" if name == "more" else "copy"]["idx"] for p in listed))
        rows = [line.split("\t") for line in self.analyze("redundancy", "d.db", "more", "seeds", "--list").splitlines()]
        self.assertEqual({(row[0], row[2], row[-1]) for row in rows if row[1] == "related"}, {("more", "-", "seeds")})
        how = [p["how"] for p in self.document(ANALYZE, "redundancy", "d.db", "same", "seeds", "--list")["pairs"]]
        self.assertEqual((how.count("equal"), how.count("related")), (5, 0))   # a copy is told once
        self.sql("UPDATE instance SET split = CASE WHEN idx > 10 THEN 'train' ELSE 'test' END WHERE dataset = (SELECT id FROM dataset WHERE name = 'more')", catalog="d.db")
        families = dict(self.sql("SELECT idx, root_unit FROM instance JOIN dataset ON dataset.id = instance.dataset WHERE dataset.name = 'more'", catalog="d.db"))
        split = {}
        for idx, family in families.items():
            split.setdefault(family, set()).add(idx > 10)
        listed = [p for p in self.document(ANALYZE, "redundancy", "d.db", "more", "--list")["pairs"] if p["how"] == "related"]
        self.assertEqual({p["copy"]["idx"] for p in listed}, {idx for idx, family in families.items() if len(split[family]) == 2})
        self.assertTrue(listed and all(p["copy"]["split"] != p["of"]["split"] and families[p["copy"]["idx"]] == families[p["of"]["idx"]] for p in listed))

    def test_a_study_tells_its_leaks(self):
        """Within one dataset too: train and test share instances, and more up to names."""
        spec = ["sat/uniform", "n=3", "m=5", "k=2", "--balance", "--count", 300, "--seed", 1]
        self.document(GEN, "make", "d.db", "a", *spec, "--split", "train=.5,test=.5", "--split-apart")
        self.document(GEN, "make", "d.db", "b", *spec[:-1], 2, "--split", "train=.5,test=.5")
        self.document(GEN, "make", "d.db", "halved", *spec)
        said = unwrapped(self.analyze("study", "d.db", "--train", "a", "--test", "a"))
        self.assertIn("Trained on split train of a", said)
        shared = {f["subject"]: f["value"] for f in self.document(ANALYZE, "redundancy", "d.db", "a")["findings"] if f["quantity"] == "isomorphic_across_splits"}["split=test"]
        cell = self.document(ANALYZE, "study", "d.db", "--train", "a", "--test", "a")["study"][0]
        self.assertTrue(cell["by_splits"] and cell["unknown_forms"] == 0 and cell["test_renamed"] > 0 and cell["test_copies"] > 0)
        self.assertEqual(cell["test_copies"] + cell["test_renamed"], round(shared["estimate"] * shared["n"]))
        said = unwrapped(self.analyze("study", "d.db", "--train", "a", "--test", "a"))
        self.assertIn(f"of an instance trained on, {cell['test_renamed']} more renamed", said)
        cells = {(c["train"], c["test"]): c for c in self.document(ANALYZE, "study", "d.db", "--train", "a", "b", "halved", "--test", "a", "b", "halved")["study"]}
        self.assertEqual({k for k, c in cells.items() if c["by_splits"]}, {(x, y) for x in "ab" for y in "ab"})
        self.assertEqual([cells["a", "halved"][k] for k in ("train_part", "test_part", "by_splits")], ["split", "half", False])
        whole = self.document(ANALYZE, "study", "d.db", "--train", "a", "--test", "b")["study"][0]
        self.assertEqual([whole[k] for k in ("train_part", "test_part", "by_splits")], ["whole", "whole", False])
        self.assertIn("one half of halved, by the seed", unwrapped(self.analyze("study", "d.db", "--train", "halved", "--test", "halved")))


if __name__ == "__main__":
    main()
