"""What analyze compare says of datasets, folders and recipes; the leaks that others published of their datasets, found in what the recipes make."""
import re

from harness import ANALYZE, GEN, SOURCE, Case, main, text_of, unwrapped


class Compare(Case):
    def make(self, name, recipe, count, seed, *more):
        return self.document(GEN, "make", "d.db", name, "recipe:" + recipe, "--count", count, "--seed", seed, *more)

    def findings(self, *words):
        return self.document(ANALYZE, "compare", "d.db", *words)["findings"]

    def verdict(self, *words):
        first = self.findings(*words)[0]
        self.assertEqual(first["quantity"], "verdict")
        return first["subject"].split("verdict=")[1]

    def test_a_folder_is_the_dataset_that_it_was_exported_from(self):
        self.make("a", "neurosat/sr3-10", 60, 1)
        self.make("b", "neurosat/sr3-10", 400, 2)
        self.make("c", "neurosat/sr3-10", 400, 3)
        self.gen("export", "d.db", "a", "--format", "dimacs", "--output", "a/")
        self.gen("import", "d.db", "folder", "a/", "--labels", "from-path")
        self.assertIn(self.verdict("folder", "a"), ["same_dataset", "same_instances"])
        self.assertEqual(self.verdict("b", "c"), "same_law")
        self.assertGreater(self.findings("b", "c")[0]["p_adjusted"], .05)
        said = self.analyze("compare", "d.db", "b", "c")
        self.assertIn("Another draw of the same law", said)
        self.assertIn("times that of c", said)
        self.assertNotIn("BIAS", said)

    def test_other_laws(self):
        self.make("ca", "g4satbench/easy/ca", 300, 1)
        self.make("line", "g4satbench/easy/3-sat", 300, 1)
        self.assertEqual(self.verdict("ca", "line"), "another_law")
        difference = [f for f in self.findings("ca", "line") if f["quantity"] == "difference" and "mean_clause_length" in f["subject"]]
        self.assertTrue(difference and difference[0]["value"]["estimate"] > .9 and difference[0]["p_adjusted"] < .01)
        self.assertEqual(self.verdict("line", "recipe:g4satbench/easy/ca"), "disagrees")
        self.assertIn("DIFF-", self.analyze("compare", "d.db", "line", "recipe:g4satbench/easy/ca"))

    def test_differences_are_no_bias(self):
        """The query of docs/catalog.md for what is called a bias lists no differences of two datasets."""
        self.gen("make", "d.db", "core", "sat/uniform", "n=8", "m=34", "label=1", "+", "sat/core", "n=8", "m=34", "--count", 100, "--seed", 1)
        self.gen("make", "d.db", "other", "sat/uniform", "n=8", "m=20", "--count", 60, "--seed", 1)
        self.assertEqual(self.verdict("core", "other"), "another_law")
        self.analyze("shortcuts", "d.db", "core")
        query = re.search(r"What `analyze` calls a bias:\n\n```sql\n(.*?)```", text_of(SOURCE, "docs", "catalog.md"), re.S).group(1)
        measures = {row[1] for row in self.sql(query, catalog="d.db")}
        self.assertEqual(measures, {"shortcuts"})
        self.assertEqual(len(self.sql("SELECT DISTINCT measure FROM finding WHERE weight = 'bias'", catalog="d.db")), 2)

    def test_recipes(self):
        self.make("small", "g4satbench/easy/ca", 20, 1)
        self.assertEqual(self.verdict("small", "recipe:g4satbench/easy/ca"), "same_dataset")
        self.make("ca", "g4satbench/easy/ca", 600, 2)
        self.assertEqual(self.verdict("ca", "recipe:g4satbench/easy/ca"), "agrees")
        drawn = [f for f in self.findings("ca", "recipe:g4satbench/easy/ca", "--draw", 600, "--seed", 2) if f["quantity"] == "verdict"]
        self.assertEqual([f["subject"].split("verdict=")[1] for f in drawn], ["agrees", "same_law"])
        self.assertIn("g4satbench/easy/ca@600-3", self.datasets("d.db"))

    def test_equal_specs_read_alike(self):
        """The spec of a recipe, given by hand: what is not said in the options is read off the spec."""
        recipe = next(r for r in self.document(GEN, "list")["recipes"] if r["name"].endswith("g4satbench/easy/ca"))
        self.document(GEN, "make", "d.db", "byhand", *recipe["spec"].split(), "--balance", "--count", 40, "--seed", 1)
        said = {f["quantity"]: f["sentence"] for f in self.findings("byhand", "recipe:g4satbench/easy/ca")}
        self.assertIn("Its spec is that of the recipe, ", said["origin"])
        self.assertIn("Not refuted: ", said["verdict"])

    def test_what_an_import_does_not_know(self):
        """Which of the two was shuffled is said by name; nobody calls a list of folders a spec."""
        for name, seed in (("x", 1), ("y", 2)):
            self.gen("make", "d.db", name, "sat/uniform", "n=10", "m=43", "--balance", "--count", 100, "--seed", seed)
        self.gen("export", "d.db", "x", "--format", "dimacs", "--output", "x/")
        self.gen("import", "d.db", "folder", "x/", "--labels", "from-path")
        for pair in (("folder", "y"), ("y", "folder")):
            self.assertIn("Order was left out: y was shuffled, folder has that of its files.", self.findings(*pair)[0]["sentence"])
        origin = [f["sentence"] for f in self.findings("folder", "recipe:neurosat/sr3-10") if f["quantity"] == "origin"]
        self.assertTrue(origin[0].startswith("It was imported, and what drew it is not known; the recipe's spec is `sat/sr"), origin)

    def test_a_draw_is_never_the_data_itself(self):
        """A folder that was imported does not say which seed made it."""
        self.make("a", "neurosat/sr3-10", 400, 1)
        self.gen("export", "d.db", "a", "--format", "dimacs", "--output", "a/")
        self.gen("import", "d.db", "folder", "a/", "--labels", "from-path")
        for draw in (400, 200):
            done = self.call(ANALYZE, "compare", "d.db", "folder", "recipe:neurosat/sr3-10", "--draw", draw)
            self.assertEqual(done.returncode, 0)
            self.assertIn("compared with a draw of seed 2", unwrapped(done.stderr))
            drawn = [f for f in self.findings("folder", "recipe:neurosat/sr3-10", "--draw", draw) if f["quantity"] == "verdict"][1]
            self.assertTrue(drawn["subject"].endswith("verdict=same_law"), drawn)
            self.assertIn(f"@{draw}-2", drawn["subject"])
        self.assertIn("No law was tested", self.findings("folder", "neurosat/sr3-10@200-1")[0]["sentence"])

    def test_copies_are_no_draw(self):
        """A dataset and what was augmented from it, and two that were augmented from one, are related, whatever the tests see."""
        self.gen("make", "d.db", "seeds", "sat/uniform", "n=12", "m=51", "--count", 60, "--balance", "--seed", 1)
        for name, seed in (("more", 1), ("others", 2)):
            self.gen("make", "d.db", name, "sat/augment", "from=seeds", "--count", 120, "--seed", seed)
        for pair in (("seeds", "more"), ("more", "seeds"), ("more", "others")):
            first = self.findings(*pair)[0]
            self.assertTrue(first["subject"].endswith("verdict=related") and first["weight"] == "plain", first)
            self.assertRegex(first["sentence"], r"^Related to .* (60 of its 60|120 of its 120) instances have relatives there: the two are no independent draws")
        self.gen("make", "d.db", "law", "sat/uniform", "n=12", "m=20", "--count", 60, "--seed", 1)
        self.gen("make", "d.db", "both", "sat/augment", "from=seeds", "+", "sat/uniform", "n=12", "m=20", "--count", 120, "--seed", 3)
        self.assertIn("have relatives there", self.findings("both", "seeds")[0]["sentence"])
        self.assertNotIn("relatives", self.findings("law", "seeds")[0]["sentence"])

    def test_efforts_of_one_search_and_of_single_solves(self):
        """sat/sr labels by one search that goes on: its steps are not held against those of single solves."""
        self.make("a", "neurosat/sr3-10", 100, 1)
        self.make("b", "neurosat/sr3-10", 100, 2)
        self.gen("export", "d.db", "a", "--format", "dimacs", "--output", "a/")
        self.gen("import", "d.db", "folder", "a/", "--solver", "cdcl")
        for name, compared in (("a", True), ("folder", False)):
            said = [f["sentence"] for f in self.findings(name, "b") if f["quantity"] == "mean_effort_ratio"]
            self.assertEqual(any("times that of b" in one for one in said), compared, said)
            self.assertEqual(any("Efforts are not compared" in one for one in said), not compared, said)

    def test_published_leaks(self):
        """One-feature accuracies of G4SATBench's CA and PS, on held-out halves."""
        self.make("ca", "g4satbench/easy/ca", 600, 1)
        self.make("ps", "g4satbench/easy/ps", 500, 1)
        self.make("other", "g4satbench/easy/3-sat", 40, 1)  # a reference that is there: only the accuracy on the dataset itself is asked for
        for name, least in [("ca", .94), ("ps", .75)]:
            found = self.document(ANALYZE, "shortcuts", "d.db", name, "--reference", "other", "--unmatched-reference")["findings"]
            best = [f for f in found if f["quantity"] == "own_accuracy" and f["subject"].startswith("feature=")][0]
            self.assertGreaterEqual(best["value"]["estimate"], least, best)
            if name == "ca":
                self.assertIn(best["subject"], ["feature=" + feature + "_clause_length" for feature in ["mean", "min", "max", "last"]])

    def test_order_rule_of_sr(self):
        """The last clause's first literal tells the label while the published order is kept, and nothing once it is shuffled."""
        for name, more, accuracy in [("kept", [], .64), ("shuffled", ["--shuffle"], .5)]:
            self.make(name, "neurosat/sr10-40", 8000, 1, *more)
            rule = [f for f in self.findings(name, "recipe:neurosat/sr10-40") if f["quantity"] == "published_rule"][0]
            self.assertLessEqual(abs(rule["value"]["estimate"] - accuracy), .02, rule)
            self.assertEqual(rule["weight"], "none" if name == "kept" else "not_applicable", rule)

    def test_what_shuffling_took_away_is_not_held_against_a_dataset(self):
        for recipe, name, more, verdict in [("neurosat/sr10-40", "kept", [], "agrees"), ("neurosat/sr10-40", "shuffled", ["--shuffle"], "no_figures"),
                                            ("g4satbench/easy/sr", "kept2", [], "agrees"), ("g4satbench/easy/sr", "shuffled2", ["--shuffle"], "no_figures")]:
            left_out = name.startswith("shuffled")
            self.make(name, recipe, 1000, 3, *more)
            self.assertEqual(self.verdict(name, "recipe:" + recipe), verdict)
            said = self.analyze("compare", "d.db", name, "recipe:" + recipe)
            self.assertEqual("Figures about order were left out: the dataset was shuffled." in unwrapped(said), left_out, said)
            self.assertEqual("which was shuffled here" in unwrapped(said), left_out, said)

    def test_tiny_sides_are_told_for_what_they_are(self):
        for name, seed in (("o", 1), ("p", 2)):
            self.document(GEN, "make", "d.db", name, "sat/uniform", "n=9", "m=20", "--count", 1, "--seed", seed)
        self.sql("UPDATE instance SET label = 1, effort = CASE dataset WHEN 1 THEN 6 ELSE 0 END", catalog="d.db")
        said = unwrapped(self.analyze("compare", "d.db", "o", "p"))
        self.assertIn("no ratio of mean efforts: that of a side is 0.", said)
        self.assertNotIn("a side has none", said)
        self.sql("DELETE FROM instance WHERE dataset = 2", catalog="d.db")
        said = unwrapped(self.analyze("compare", "d.db", "o", "p"))
        self.assertIn("Cannot tell: p holds no instance, so nothing was tested.", said)
        self.assertNotIn("no difference from", said)

    def test_tests_that_cannot_be_made_are_not_counted(self):
        """Without known labels on a side a probe is all that looks, and its p-value is corrected for no other."""
        for name, seed, more in (("known", 1, ()), ("dark", 2, ("--budget", 1)), ("darker", 3, ("--budget", 1))):
            self.gen("make", "dark.db", name, "sat/uniform", "n=100", "m=420", "--count", 40, "--seed", seed, *more)
        for pair in (("dark", "known"), ("dark", "darker")):
            found = self.document(ANALYZE, "compare", "dark.db", *pair)["findings"]
            self.assertIn("verdict=cannot_tell", found[0]["subject"])
            self.assertIn("a side has no known label", found[0]["sentence"])
            probe = next(one for one in found if one["quantity"] == "probe_accuracy")
            self.assertEqual(probe["p_value"], probe["p_adjusted"])
        found = self.document(ANALYZE, "compare", "dark.db", "known", "dark")["findings"]
        probe = next(one for one in found if one["quantity"] == "probe_accuracy")
        self.assertEqual(probe["p_value"], probe["p_adjusted"])

    def test_mistakes(self):
        self.make("a", "neurosat/sr3-10", 10, 1)
        self.document(GEN, "make", "d.db", "q", "cqc/uniform", "--count", 10, "--seed", 1)
        self.refused(ANALYZE, "compare", "d.db", "a", "a", says="give two")
        self.refused(ANALYZE, "compare", "d.db", "a", "q", says="only datasets about one problem")
        self.refused(ANALYZE, "compare", "d.db", "q", "recipe:neurosat/sr40", says="about formulas")
        self.refused(ANALYZE, "compare", "d.db", "a", "recipe:neurosat/sr41", says="did you mean recipe:neurosat/sr40")
        self.refused(ANALYZE, "compare", "d.db", "a", "b", "--draw", 10, says="--draw samples a recipe")

    def test_copies_with_parents_are_related(self):
        """Exact ones are relatives as changed ones are."""
        self.gen("make", "r.db", "seeds", "sat/uniform", "n=12", "m=50", "--count", 60, "--seed", 77, "--balance")
        self.gen("make", "r.db", "copies", "sat/augment", "from=seeds", "rename=no", "flip=no", "edits=0", "share=9/10", "+", "sat/uniform", "n=12", "m=50", "share=1/10", "--count", 60, "--seed", 5)
        found = self.document(ANALYZE, "compare", "r.db", "copies", "seeds")["findings"]
        self.assertIn("verdict=related", found[0]["subject"])
        self.assertIn("54 of its 60 instances have relatives there", found[0]["sentence"])

    def test_few_known_labels_are_too_few(self):
        self.gen("make", "u.db", "a", "sat/uniform", "n=60", "m=256", "--count", 80, "--seed", 15, "--budget", 200)
        self.gen("make", "u.db", "b", "sat/hidden", "n=60", "m=256", "--count", 80, "--seed", 16, "--budget", 200)
        known = min(one["label_0"] + one["label_1"] for one in self.datasets("u.db").values())
        self.assertTrue(0 < known < 30, known)
        found = self.document(ANALYZE, "compare", "u.db", "a", "b")["findings"]
        self.assertIn("verdict=cannot_tell", found[0]["subject"])
        self.assertIn(f"rest on {known} unit", found[0]["sentence"])


if __name__ == "__main__":
    main()
