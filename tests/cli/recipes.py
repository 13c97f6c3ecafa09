"""Recipes of published datasets: what they are called, that they make what they made when their digests were written down, and that the command line has the last word."""
import json

from harness import ANALYZE, GEN, Case, main


class Recipes(Case):
    def all(self):
        return self.document(GEN, "list")["recipes"]

    def test_listed_and_described(self):
        names = [one["name"] for one in self.all()]
        self.assertEqual(len(names), len(set(names)))
        for family in ["sr", "3-sat", "ca", "ps", "k-clique", "k-domset", "k-vercov"]:
            for size in ["easy", "medium", "hard"]:
                self.assertIn(f"recipe:g4satbench/{size}/{family}", names)
        self.assertIn("recipe:neurosat/sr40", self.gen("list"))
        self.assertEqual(self.document(GEN, "list", "--problem", "cqc")["recipes"], [])
        for name in names:
            told = self.document(GEN, "describe", name)
            self.assertEqual(told["recipe"], name)
            self.assertTrue(told["source"] and told["spec"])
            text = self.gen("describe", name)
            self.assertIn(told["spec"].split()[0], text)

    def test_digests_hold(self):
        tried = 0
        for one in self.all():
            for digest in self.document(GEN, "describe", one["name"])["digests"]:
                made = self.document(GEN, "make", "d.db", f"d{tried}", one["name"], "--count", digest["count"], "--seed", digest["seed"])
                self.assertEqual((one["name"], made["digest"]), (one["name"], digest["digest"]))
                tried += 1
        self.assertGreaterEqual(tried, 25)

    def test_spec_of_the_recipe_makes_the_same(self):
        by_name = self.document(GEN, "make", "a.db", "a", "recipe:g4satbench/easy/ca", "--count", 10, "--seed", 1)
        told = self.document(GEN, "describe", "recipe:g4satbench/easy/ca")
        written_out = self.document(GEN, "make", "a.db", "b", told["spec"], "--balance", "--keep-order", "--split", told["split"], "--count", 10, "--seed", 1)
        self.assertEqual(by_name["digest"], written_out["digest"])
        stored = self.datasets("a.db")
        self.assertEqual(stored["a"]["spec"], stored["b"]["spec"])
        options = stored["a"]["options"]
        self.assertEqual((json.loads(options) if isinstance(options, str) else options)["recipe"], "g4satbench/easy/ca")

    def test_the_command_line_has_the_last_word(self):
        name = "recipe:g4satbench/easy/3-sat"
        plain = self.document(GEN, "make", "a.db", "plain", name, "--count", 40, "--seed", 1)
        self.assertEqual((plain["label_1"], plain["label_0"]), (20, 20))
        self.document(GEN, "make", "a.db", "free", name, "--count", 40, "--seed", 1, "--no-balance", "--shuffle", "--split", "none")
        self.document(GEN, "make", "a.db", "small", name, "n=5..6", "--count", 6, "--seed", 1)
        self.document(GEN, "make", "a.db", "joined", name, "--count", 40, "--seed", 1, "--split", "train=.5,test=.5")
        told = self.datasets("a.db")

        def options(dataset):
            held = told[dataset]["options"]
            return json.loads(held) if isinstance(held, str) else held

        self.assertEqual((options("plain")["balance"], options("plain")["keep_order"], options("plain")["split"]), (True, True, "train=.8,valid=.1,test=.1"))
        self.assertEqual((options("free")["balance"], options("free")["keep_order"], options("free")["split"]), (False, False, None))
        self.assertTrue(options("plain")["split_apart"])
        self.assertNotIn("split_apart", options("joined"))
        self.assertEqual(told["small"]["spec"], "sat/threshold n=5..6 connected=yes redraw=all")
        self.assertEqual(options("small")["recipe"], "g4satbench/easy/3-sat n=5..6")

    def test_count_comes_from_the_recipe(self):
        made = self.document(GEN, "make", "a.db", "a", "recipe:g4satbench/hard/sr", "n=5", "--seed", 1)
        self.assertEqual(made["instances"], 200)

    def test_mistakes(self):
        self.refused(GEN, "make", "a.db", "a", "recipe:g4satbench/easy/ac", "--seed", 1, says="recipe:g4satbench/easy/ca")
        self.refused(GEN, "make", "a.db", "a", "recipe:neurosat/sr40", "+", "sat/sr", says=("cannot stand behind it", "gen describe"))
        self.refused(GEN, "make", "a.db", "a", "sat/uniform", "n=20", "+", "recipe:neurosat/sr40", "--count", 5, says=("`recipe:neurosat/sr40` cannot be a part", "gen describe recipe:neurosat/sr40"))
        self.refused(GEN, "make", "a.db", "a", "recipe:neurosat/sr40", "m=3", says="unknown parameter")
        self.refused(GEN, "make", "a.db", "a", "recipe:neurosat/sr40", "--balance", "--no-balance", says="exclude each other")
        for far in ("recipe:", "recipe:foo", "recipe:something/else"):
            self.assertNotIn("did you mean", self.refused(GEN, "describe", far, says="`gen list` names those that there are"))
        self.refused(GEN, "describe", "recipe:easy/ca", says="did you mean recipe:g4satbench/easy/ca?")
        self.refused(GEN, "describe", "recipe:uniform/101", says="did you mean recipe:uniform/")
        bare = "g4satbench/easy/ca"
        for words in ((GEN, "describe", bare), (GEN, "make", "a.db", "a", bare, "--count", 1), (GEN, "sample", bare), (GEN, "sample", "recipe:" + bare), (ANALYZE, "exact", bare)):
            self.refused(*words, says=("is a recipe", "gen describe recipe:" + bare))


if __name__ == "__main__":
    main()
