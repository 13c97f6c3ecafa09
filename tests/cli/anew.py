"""`--anew`: what a stranger wrote beside the instances, features and references, is believed by nobody who asks so; what is right is found right."""
import hashlib
import json
import os
import shutil

from harness import ANALYZE, GEN, Case, main, unwrapped

OWN, REFERENCE = 1, 2   # dataset.id


class Anew(Case):
    def setUp(self):
        super().setUp()
        if os.path.exists(self.path("true.db")):
            return
        self.document(GEN, "make", "true.db", "d", "sat/planted", "n=15", "m=60", "+", "sat/uniform", "n=15", "m=60", "label=0", "--count", 200, "--seed", 1)
        self.analyze("shortcuts", "true.db", "d")

    def copy(self, *statements):
        """The catalog, changed by a stranger."""
        shutil.copy(self.path("true.db"), self.path("data.db"))
        for statement in statements:
            self.sql(statement)

    def state(self):
        rows = self.sql("SELECT d.name, idx, label, unit, part, split, payload FROM instance JOIN dataset d ON d.id = dataset ORDER BY d.name, idx")
        return hashlib.sha256(repr(rows).encode()).hexdigest(), self.sql("SELECT count(*) FROM sat_features")

    def gap(self, *words):
        done = self.call(ANALYZE, "shortcuts", "data.db", "d", "--json", *words)
        gaps = [f["value"]["estimate"] for f in json.loads(done.stdout)["findings"] if f["quantity"] == "gap"]
        return done.returncode, gaps[0], unwrapped(done.stderr)

    def caught(self, says, *words):
        """Named, without a number from it, and the file as it was; named, and then the true number, and no fault a second time."""
        self.copy()
        true = self.gap()[1]
        before = self.state()
        self.copy(*words)
        changed = self.state()
        done = self.call(ANALYZE, "shortcuts", "data.db", "d", "--anew", "--read-only")
        self.assertEqual((done.returncode, done.stdout), (1, b""))
        self.assertIn(says, unwrapped(done.stderr))
        self.assertEqual(self.state(), changed)
        status, gap, said = self.gap("--anew")
        self.assertEqual((status, gap), (1, true), said)
        self.assertIn(says, said)
        self.assertEqual(self.gap("--anew")[:2], (0, true))
        self.assertEqual(self.state(), before)

    def test_features_of_the_dataset_on_its_reference(self):
        columns = [name for _, name, *_ in self.sql("PRAGMA table_info(sat_features)", catalog="true.db") if name not in ("dataset", "idx")]
        copied = f"UPDATE sat_features SET ({', '.join(columns)}) = (SELECT {', '.join(columns)} FROM sat_features o WHERE o.dataset = {OWN} AND o.idx = sat_features.idx) WHERE dataset = {REFERENCE}"
        self.copy(copied)
        self.assertEqual(self.gap()[1], 0)   # what a stranger gains
        self.assertIn("0 faults", unwrapped(self.call(GEN, "verify", "data.db").stdout))
        self.caught("d@uniform: stored features of 200 of 200 instances are not those of their payloads", copied)

    def test_single_values(self):
        for change in ("mean_occurrences = mean_occurrences + .001", "mean_occurrences = NULL", "mean_clause_length = 1e300"):
            for dataset, name in ((OWN, "d"), (REFERENCE, "d@uniform")):
                with self.subTest(change=change, name=name):
                    self.caught(f"{name}: stored features of 1 of 200 instances are not those of their payloads, the first is instance 150 ({change.split()[0]}: ",
                                f"UPDATE sat_features SET {change} WHERE dataset = {dataset} AND idx = 150")

    def test_rows_of_the_dataset_in_its_reference(self):
        columns = "payload, content_hash, gbd_hash, canonical_hash"
        replaced = (f"UPDATE instance SET ({columns}) = (SELECT {columns} FROM instance o WHERE o.dataset = {OWN} AND o.idx = instance.idx) WHERE dataset = {REFERENCE}",
                    f"UPDATE dataset SET digest = (SELECT digest FROM dataset WHERE id = {OWN}) WHERE id = {REFERENCE}", f"DELETE FROM sat_features WHERE dataset = {REFERENCE}")
        self.copy(*replaced)
        self.assertEqual(self.gap()[1], 0)
        self.assertIn("0 faults", unwrapped(self.call(GEN, "verify", "data.db").stdout))
        self.caught("d@uniform: 200 stored instances are not what is drawn for d, 200 in all; the first is instance 0", *replaced)

    def test_rows_that_were_picked(self):
        """Instances left out, exchanged, or given to another unit, part or split."""
        last = f"dataset = {REFERENCE} AND idx = 199"
        for change in (f"DELETE FROM instance WHERE {last}; DELETE FROM sat_features WHERE {last}", f"UPDATE instance SET label = 1 - label WHERE {last}", f"UPDATE instance SET part = 1 - part WHERE {last}",
                       f"UPDATE instance SET split = 'train' WHERE {last}", f"UPDATE instance SET unit = 7 WHERE {last}"):
            with self.subTest(change=change):
                self.caught("d@uniform: 1 stored instance is not what is drawn for d, 200 in all; the first is instance 199", *change.split("; "))

    def test_another_seed(self):
        self.caught("d@uniform was not drawn with --seed 1", f"UPDATE dataset SET seed = '7' WHERE id = {REFERENCE}")
        self.copy()
        self.assertIn("d@uniform was not drawn with --seed 2", self.gap("--anew", "--seed", 2)[2])

    def test_what_is_right_is_found_right(self):
        """Every verb that has the option, on pairs too; with and without writing the words are the same, and those of a run without it."""
        self.copy()
        self.document(GEN, "make", "data.db", "q", "cqc/uniform", "--balance", "--count", 60, "--seed", 1)
        self.document(GEN, "make", "data.db", "s", "sat/sr", "n=5..9", "--split", "train=.5,test=.5", "--count", 60, "--seed", 1)
        for words in (("report", "data.db", "d", "q", "s"), ("shortcuts", "data.db", "s"), ("collapse", "data.db", "q"), ("bias", "data.db", "d"), ("redundancy", "data.db", "s", "q"),
                      ("study", "data.db", "--train", "d", "s", "--test", "s", "d"), ("compare", "data.db", "d", "s"), ("redundancy", "data.db", "s", "--list")):
            with self.subTest(words=words):
                plain = self.analyze(*words)
                for more in ((), ("--read-only",)) if words[0] != "compare" else ((),):
                    done = self.call(ANALYZE, *words, "--anew", *more)
                    self.assertEqual((done.returncode, done.stdout.decode()), (0, plain), done.stderr)

    def test_a_named_reference(self):
        """Of the dataset itself, or of another: drawn again in the dataset's stead, also where only one of a study's two sides names it."""
        self.document(GEN, "make", "true.db", "other", "sat/uniform", "n=15", "m=60", "--count", 60, "--seed", 3)
        false = f"UPDATE instance SET label = 1 - label WHERE dataset = {REFERENCE} AND idx < 50"
        named = ("--reference", "d@uniform", "--unmatched-reference")
        for words in (("report", "data.db", "d"), ("collapse", "data.db", "d"), ("shortcuts", "data.db", "other"), ("report", "data.db", "other"), ("study", "data.db", "--test", "d", "--train", "other"),
                      ("study", "data.db", "--test", "other", "--train", "d")):
            with self.subTest(words=words):
                self.copy()
                true, before = self.call(ANALYZE, *words, *named).stdout, self.state()
                self.copy(false)
                done = self.call(ANALYZE, *words, *named, "--anew", "--read-only")
                self.assertEqual((done.returncode, done.stdout), (1, b""), done.stderr)
                done = self.call(ANALYZE, *words, *named, "--anew")
                self.assertEqual((done.returncode, done.stdout), (1, true), done.stderr)
                self.assertIn("d@uniform: 50 stored instances are not what is drawn for d, 200 in all; the first is instance 0", unwrapped(done.stderr))
                self.assertEqual(self.state()[0], before[0])

    def test_a_named_reference_is_held_once(self):
        """However many datasets are compared with it, and however often they are named."""
        self.document(GEN, "make", "true.db", "third", "sat/uniform", "n=15", "m=60", "--count", 60, "--seed", 4)
        false = f"UPDATE instance SET label = 1 - label WHERE dataset = {REFERENCE} AND idx < 50", f"UPDATE sat_features SET mean_occurrences = 0 WHERE dataset = {OWN}"
        named = ("--reference", "d@uniform", "--unmatched-reference", "--anew")
        for words in (("shortcuts", "data.db", "d", "third", "d"), ("study", "data.db", "--train", "d", "third", "--test", "third", "d")):
            for more, last in (((), "2 faults found; what was false is made anew"), (("--read-only",), "2 faults found: nothing is measured")):
                with self.subTest(words=words, more=more):
                    self.copy(*false)
                    done = self.call(ANALYZE, *words, *named, *more)
                    said = unwrapped(done.stderr)
                    self.assertEqual((done.returncode, said.count("not what is drawn for d"), said.count("not those of their payloads"), said.count(last)), (1, 1, 1, 1), said)

    def test_a_named_reference_that_cannot_be_drawn_again(self):
        self.copy("UPDATE dataset SET reference_of = 'gone' WHERE name = 'd@uniform'")
        before = self.state()
        self.refused(ANALYZE, "collapse", "data.db", "d", "--reference", "d@uniform", "--unmatched-reference", "--anew", says=["d@uniform", "'gone'", "cannot be drawn again"])
        self.assertEqual(self.state(), before)

    def test_verify_says_what_it_does_not_check(self):
        self.copy()
        said = unwrapped(self.call(GEN, "verify", "data.db").stdout)
        self.assertIn("Not checked: the stored features of 400 instances, and whether 1 reference is what is drawn. analyze report data.db DATASET --anew --read-only does.", said)
        self.assertEqual([self.document(GEN, "verify", "data.db")[key] for key in ("features_not_checked", "references_not_drawn_again")], [400, 1])
        self.document(GEN, "make", "other.db", "d", "sat/uniform", "n=5", "m=9", "--count", 10, "--seed", 1)
        self.assertNotIn("Not checked", unwrapped(self.call(GEN, "verify", "other.db").stdout))

    def test_a_reference_of_another_budget_is_told_as_that(self):
        self.copy()
        said = unwrapped(self.call(ANALYZE, "collapse", "data.db", "d", "--read-only", "--reference-tries", 5).stdout)
        self.assertIn("its 'd@uniform' was made with another --as, --reference-tries or --reference-steps", said)
        self.assertNotIn("holds no complete reference", said)


if __name__ == "__main__":
    main()
