"""What `analyze report` says, as a reader meets it: what was believed, what is wrong, what are copies."""
import os
import random

from harness import ANALYZE, GEN, Case, main, unwrapped

YES, NO = "p cnf 2 2\n1 2 0\n-1 2 0\n", "p cnf 2 4\n1 2 0\n1 -2 0\n-1 2 0\n-1 -2 0\n"


def dimacs(clauses):
    return f"p cnf 10 {len(clauses)}\n" + "".join(" ".join(map(str, clause)) + " 0\n" for clause in clauses)


class Report(Case):
    def report(self, *datasets):
        """The paragraph of the first dataset, and all that stands under it."""
        whole = unwrapped(self.analyze("report", "data.db", *datasets))
        paragraph, rest = whole.split(f" overview of {datasets[0]} ", 1)
        return paragraph.split(f" {datasets[0]} holds ", 1)[1], rest

    def label(self, wrong):
        """Formulas, half of them satisfiable, and a table of their labels, the first `wrong` of which are not right."""
        os.mkdir(self.path("cnf"))
        for i in range(80):
            self.write(f"cnf/{i}.cnf", YES if i % 2 else NO)
        self.write("labels.csv", "path,label\n" + "".join(f"cnf/{i}.cnf,{(i + (i < wrong)) % 2}\n" for i in range(80)))

    def test_what_is_named_twice_is_measured_once(self):
        for name, seed in (("a", 1), ("b", 2)):
            self.gen("make", "data.db", name, "sat/uniform", "n=6", "m=25", "--count", 12, "--seed", seed)
        for verb in ("report", "bias", "features"):
            self.assertEqual(self.analyze(verb, "data.db", "a", "b", "a", "b", "b"), self.analyze(verb, "data.db", "a", "b"))

    def test_one_of_a_kind_is_told_as_one(self):
        """The numbers and the words of sentences agree, for one and for none."""
        self.gen("make", "data.db", "seeds", "sat/uniform", "n=6", "m=25", "--count", 12, "--seed", 1)
        self.gen("make", "data.db", "mixed", "sat/augment", "from=seeds", "+", "sat/uniform", "n=12", "m=30", "--count", 2, "--seed", 1)
        self.gen("make", "data.db", "contained", "cqc/uniform", "label=1", "--count", 6, "--seed", 1)
        _, rest = self.report("mixed", "seeds")
        self.assertIn("1 of the 2 instances (50 %) is a copy or a relative of instances of seeds", rest)
        paragraph, rest = self.report("contained")
        self.assertIn("No instance has label 0 (not contained).", rest)
        self.assertIn("no instance has label 0 (not contained)", paragraph)

    def test_believed_labels_are_told_first(self):
        """Nobody checked them, so nothing may say that none was refuted."""
        self.label(wrong=3)
        made = self.call(GEN, "import", "data.db", "d", "cnf", "--labels", "labels.csv", "--trust-labels")
        self.assertIn("80 labels read, 80 labels believed, not checked", made.stderr.decode())
        self.assertNotIn("refuted", made.stderr.decode() + self.gen("ls", "data.db", "d"))
        paragraph, rest = self.report("d")
        self.assertTrue(paragraph.startswith("80 formulas: 41 satisfiable and 39 unsatisfiable. 80 of 80 labels were believed, not checked; gen verify checks them. "), paragraph)
        self.assertIn("n/a Labels claimed by files or constructions: 80, none checked.", rest)
        self.assertNotIn("refuted", paragraph + rest)
        self.assertEqual(self.datasets("data.db")["d"]["believed"], 80)
        self.gen("verify", "data.db", status=1)

    def test_wrong_labels_are_told_before_all_else(self):
        """Before the sizes, which tell the label here."""
        self.label(wrong=3)
        self.gen("import", "data.db", "d", "cnf", "--labels", "labels.csv", status=1)
        paragraph, rest = self.report("d")
        self.assertTrue(paragraph.startswith("80 formulas: 40 satisfiable and 40 unsatisfiable. Wrong labels: 3 claimed labels were refuted and replaced by the solver's. The sizes alone predict the label"), paragraph)
        self.assertIn("WRONG Labels claimed by files or constructions: 80 checked, 3 refuted", rest)
        self.assertIn("WRONG: labels that are not right.", rest)

    def test_checked_constructions_are_not_believed(self):
        """A model that the checker accepts is no belief; without it the label is one."""
        self.gen("make", "data.db", "d", "sat/planted", "n=8", "m=20", "--count", 20, "--seed", 1, "--trust-construction")
        self.gen("make", "data.db", "e", "sat/planted", "n=8", "m=20", "--count", 20, "--seed", 1, "--trust-construction", "--certify", "none")
        self.assertEqual([self.datasets("data.db")[name]["believed"] for name in "de"], [0, 20])
        self.assertIn("none Labels claimed by files or constructions: 20 checked, none refuted.", self.report("d")[1])


    def test_copies_are_called_one_thing(self):
        """Renamed ones are seen, exact ones are not, and each is called by its name."""
        drawn = random.Random(1)
        for split in ("train", "test"):
            os.makedirs(self.path("cnf", split))
        for i in range(40):
            clauses = [[v * drawn.choice((1, -1)) for v in drawn.sample(range(1, 11), 3)] for _ in range(42)]
            name = [0] + drawn.sample(range(1, 11), 10)
            self.write(f"cnf/train/{i}.cnf", dimacs(clauses))
            if i < 9:
                self.write(f"cnf/test/{i}.cnf", dimacs([[name[abs(x)] * (1 if x > 0 else -1) for x in c] for c in clauses]))
        self.gen("import", "data.db", "d", "cnf", "--split", "from-path")
        paragraph, rest = self.report("d")
        found, unseen = (paragraph.split(f"{word}: ")[1].split(". ")[0] for word in ("Found", "not seen"))
        self.assertIn(" Copies are named by analyze redundancy --list. Nothing can be said of bias: a comparison", paragraph)
        self.assertIn("split test has copies, exact or renamed, of instances of another split (100 %)", found)
        self.assertIn("; exact copies of split test and split train in other splits", unseen)
        self.assertNotRegex(unseen, "(?<!exact) copies of|isomorph|repeat")
        self.assertIn("COPIES 9 of 49 instances (18.4 %) are copies, exact or renamed, of one before", rest)
        self.assertIn("analyze redundancy --list names them.", rest)
        self.assertIn("9 of the 9 test instances (100 %) are copies, exact or renamed, or relatives of instances of d that are trained on", rest)
        self.assertIn("Of the 9 test instances 0 are exact copies of an instance trained on, 9 more renamed, and 0 are relatives", unwrapped(self.analyze("study", "data.db", "--train", "d", "--test", "d")))

    def test_what_is_not_known_has_its_reason_once(self):
        """Of files nobody knows how many draws they took, nor what law they follow."""
        self.label(wrong=0)
        self.gen("import", "data.db", "d", "cnf", "--labels", "labels.csv")
        paragraph, rest = self.report("d")
        self.assertIn(" Not known: certificates by construction, the support, the total variation from uniform (these instances were imported, and ", paragraph)
        self.assertNotIn("plugin", paragraph + rest)
        self.assertNotIn("Draws for one kept instance", rest)
        self.assertIn("warning: these instances were imported, and ", self.call(ANALYZE, "weights", "data.db", "d").stderr.decode())
        self.gen("make", "data.db", "e", "sat/planted", "n=8", "m=20", "--count", 20, "--seed", 1)
        self.assertIn(" Not known: chi^2 by collisions (no two satisfiable formulas are equal, and of uniform ones hardly any would be either, so that nothing can be seen); sizes by label (no instance has label 0);", self.report("e")[0])

    def test_sizes_of_pairs(self):
        """Variables are sizes as atoms are; and no word stands for two things."""
        self.gen("make", "data.db", "d", "cqc/uniform", "v1=6", "m1=12", "v2=4..9", "m2=9", "--count", 120, "--seed", 1, "--balance")
        paragraph, rest = self.report("d")
        self.assertRegex(rest, "Atoms of q2: always 9. Variables of q1: always 6. Variables of q2: median [4-9.]+, mean [0-9.]+, from 4 to 9.")
        self.assertNotIn("kappa", paragraph.replace("the rule on kappa", ""))
        self.assertNotRegex(rest, "kappa [-+0-9]")

    def test_an_empty_dataset_is_said_to_be_empty(self):
        """Where no instance could be made nothing is looked for: by no verb, and not for copies of its instances in another dataset either."""
        self.call(GEN, "make", "data.db", "none", "sat/uniform", "n=3", "m=1", "label=0", "--count", 5, "--seed", 1, "--tries", 3)
        paragraph, rest = self.report("none")
        self.assertEqual(paragraph, "no formula: there is nothing to look at. 5 units could not be made within the tries.")
        for words in ("Looked for", "is known", "found them", "held against"):
            self.assertNotIn(words, rest)
        for verb in ("bias", "collapse", "redundancy", "shortcuts"):
            found = self.document(ANALYZE, verb, "data.db", "none")["findings"]
            self.assertEqual([one["sentence"] for one in found], ["It holds no instance: there is nothing to look at."])
        self.gen("make", "data.db", "some", "sat/uniform", "n=8", "m=34", "--count", 20, "--seed", 1)
        document = self.document(ANALYZE, "report", "data.db", "none", "some")
        self.assertEqual([len(one["findings"]) for one in document["datasets"]][0], 1)
        self.assertNotIn("none", " ".join(one["subject"] for one in document["datasets"][1]["findings"]))

    def test_a_resample_without_a_label_does_not_end_a_study(self):
        for seed, name in ((1, "few"), (2, "test")):
            self.gen("make", "few.db", name, "sat/uniform", "n=9", "m=40", "--balance", "--count", 4, "--seed", seed)
        self.assertEqual({c["trainings"] for c in self.document(ANALYZE, "study", "few.db", "--train", "few", "--test", "test", "--repeats", 20)["study"]}, {20})

    def test_a_later_half_without_a_label_does_not_end_a_study(self):
        self.gen("make", "four.db", "four", "sat/uniform", "n=9", "m=40", "--balance", "--count", 4, "--seed", 1)
        for seed in range(1, 5):
            study = self.document(ANALYZE, "study", "four.db", "--train", "four", "--test", "four", "--repeats", 20, "--seed", seed)["study"]
            self.assertEqual({c["trainings"] for c in study}, {20})

    def test_marks_without_width_are_counted(self):
        """Sizes that are always the same by label: intervals of no width, marked."""
        self.gen("make", "data.db", "d", "sat/uniform", "n=10", "m=40", "label=1", "+", "sat/uniform", "n=12", "m=55", "label=0", "--count", 80, "--seed", 1)
        one = self.document(ANALYZE, "report", "data.db", "d")["datasets"][0]
        still = [f for f in one["findings"] if f["weight"] == "bias" and f["value"]["ci_low"] == f["value"]["ci_high"] and f["value"]["level"] < 1]
        held = [f for f in one["findings"] if f["weight"] in ("bias", "none") and f["null_value"] is not None and f["value"]["level"] is not None and f["value"]["level"] < 1]
        self.assertTrue(still)
        self.assertEqual(one["comparisons"], len(held))

    def test_no_split_is_no_split_of_a_family(self):
        for i, split in enumerate(("train", "", "test", "", "train", "train")):
            self.write(f"q{i // 2}_sat={i % 2}.cnf", dimacs([[1, 2, i + 3]]))
            with open(self.path("split.csv"), "a", encoding="utf-8") as file:
                file.write(("" if i else "file,split\n") + f"q{i // 2}_sat={i % 2}.cnf,{split}\n")
        self.gen("import", "data.db", "d", *(f"q{i // 2}_sat={i % 2}.cnf" for i in range(6)), "--split", "split.csv", "--unit", "from-path")
        self.gen("make", "data.db", "a", "sat/augment", "from=d", "--count", 12, "--seed", 1)
        self.assertNotIn("families are in more than one split", unwrapped(self.analyze("report", "data.db", "a")))


if __name__ == "__main__":
    main()
