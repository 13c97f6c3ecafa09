"""`analyze exact`: laws of generators against known values, whole spaces, intervals where paths are cut, and refusals."""
import json
import os
import signal
import subprocess
import time
from fractions import Fraction

from harness import ANALYZE, BUILD, DATA, Case, main, text_of, unwrapped


def rows(name):
    return json.loads(text_of(DATA, "exact", name))


class Exact(Case):
    def law(self, *words):
        return self.document(ANALYZE, "exact", *words)

    def test_planted_against_known_values(self):
        known = {(r["space"], r["reference"]): r for r in rows("generators.json")["rows"] if r["generator"] == "planted" and (r["k"], r["m"]) == (2, 4)}
        for space, words in (("sets", ()), ("sequences", ("distinct=no",))):
            found = self.law("sat/planted", "n=3", "k=2", "m=4", *words)
            self.assertEqual((found["paths_cut"], found["left_over"]["exact"], found["signatures"]), (0, "0", 1))
            by = {c["reference"]: c for c in found["groups"][0]["comparisons"]}
            for mine, theirs in (("uniform", "uniform"), ("uniform_given_label_1", "uniform_sat")):
                row, d = known[space, theirs], by[mine]["distances"]
                for key, field in (("tv", "tv"), ("support_share", "support_fraction"), ("collision", "collision_prob_gen"), ("largest_ratio", "max_ratio_gen_ref")):
                    self.assertEqual(Fraction(d[key]["exact"]), Fraction(int(row[field]["num"]), int(row[field]["den"])), (space, mine, key))
                    self.assertAlmostEqual(d[key]["decimal"], float(row[field]["dec"]), 12)
                self.assertAlmostEqual(d["kl_bits"], float(row["kl_bits_gen_ref"]), 12)
            self.assertIn("makes none", by["uniform_given_label_0"]["reason"])
            self.assertIsNone(by["uniform_given_label_0"]["distances"])
        text = self.analyze("exact", "sat/planted", "n=3", "k=2", "m=4")
        self.assertIn("146/1155", text)
        self.assertIn("all numbers are exact", text)

    def test_mixed_sizes_and_twins(self):
        found = self.law("sat/uniform", "n=2..3", "k=2", "m=2")
        self.assertEqual([g["probability"]["exact"] for g in found["groups"]], ["1/2", "1/2"])
        self.assertEqual(found["overall"][0]["tv"]["exact"], "0")
        self.assertEqual(found["overall"][0]["probability_label_1"], found["overall"][0]["uniform_probability_label_1"])
        found = self.law("sat/sr", "n=1", "k=1", "--choices", "12")
        self.assertEqual(found["instances_as"], "sequences of clauses")
        self.assertEqual({g["instance_of_unit"] for g in found["groups"]}, {1, 2})
        self.assertEqual(Fraction(found["left_over"]["exact"]), Fraction(1, 2**11))
        first = found["groups"][0]
        self.assertEqual(first["probability"]["exact"], "1/2")
        low, high = first["comparisons"][0]["distances"]["tv_range"]
        self.assertLess(low, first["comparisons"][0]["distances"]["tv"]["decimal"])
        self.assertGreater(high, first["comparisons"][0]["distances"]["tv"]["decimal"])
        self.assertIn("were cut", self.analyze("exact", "sat/sr", "n=1", "k=1", "--choices", "12"))

    def test_spaces(self):
        wanted = rows("sat_counts_n3_k2.json")
        found = self.law("--space", "n=3 k=2")["rows"]
        self.assertEqual(len(found), 13)
        for row, mine in zip(wanted["distinct_clause_sets"], found):
            self.assertEqual({k: int(v) for k, v in row["by_models"].items()}, mine["sets"]["by_models"])
            self.assertEqual([int(row[k]) for k in ("classes", "classes_sat", "classes_unsat")], [mine["classes"][k] for k in ("all", "label_1", "label_0")])
            self.assertEqual({k: int(v) for k, v in row["orbit_sizes_sat"].items()}, mine["classes"]["sizes_label_1"])
        one = self.law("--space", "n=3 2:6")
        self.assertEqual(one["sets"]["size"], 924)
        self.assertEqual(one, {**found[6], "signature": "n=3 2:6"})
        big = self.law("--space", "n=50 3:213")
        self.assertTrue(big["sets"]["size"].startswith("34879202223122450133938477955709901872254224771856"))
        self.assertIn("at most 5 variables", big["sets"]["reason"])
        pair = self.law("--space", "q1() v=3 e/2:2 repeats q2() v=3 e/2:2 repeats", "--loose")
        self.assertEqual((pair["pairs"], pair["label_1"] + pair["label_0"]), (1296, 1296))
        self.assertIn("SATISFIABLE", self.analyze("exact", "--space", "n=4 k=3"))
        start = time.monotonic()
        self.assertEqual((self.law("--space", "n=3 any:1")["classes"]["all"], self.law("--space", "n=3 any:2")["sets"]["size"]), (3, 325))
        self.assertLess(time.monotonic() - start, 2)   # visiting all 2^26 sets would take longer
        for space, empty in (("n=3", True), ("n=3 2:0", False), ("n=3 2:1", False)):
            self.assertEqual("names no clauses" in unwrapped(self.call(ANALYZE, "exact", "--space", space).stderr), empty, space)

    def test_plugins_in_their_own_process(self):
        """Its last literal is on a variable beyond 2, drawn again until it is, and negative with probability 1/3."""
        found = self.law("sat/good", "n=4", "more=yes", "--plugin", os.path.join(BUILD, "tests", "plugins", "good.so"))
        self.assertEqual((found["left_over"]["exact"], found["paths_cut"]), ("0", 0))
        self.assertGreater(found["rejections_closed"], 0)
        for twin in (0, 1):
            group = found["groups"][twin]
            self.assertEqual((group["instance_of_unit"], group["probability"]["exact"], group["instances_found"]), (twin + 1, "1", 4))
            self.assertEqual(group["comparisons"][0]["distances"]["collision"]["exact"], "5/18")
        told = unwrapped(self.analyze("exact", "sat/good", "n=4", "more=yes", "--plugin", os.path.join(BUILD, "tests", "plugins", "good.so")))
        self.assertIn("all numbers are exact", told)
        self.assertIn("as the plugin interface asks", told)   # the loop was tried, behind one rejection, not proved
        cut = self.law("sat/good", "n=4", "more=yes", "--rejects", "1", "--plugin", os.path.join(BUILD, "tests", "plugins", "good.so"))
        self.assertEqual((cut["rejections_closed"], Fraction(cut["left_over"]["exact"]) > 0), (0, True))

    def test_stated_density(self):
        """What is too large to enumerate comes from the density that the generator states, and says so; where both can be had they are the same."""
        for spec in (("sat/planted", "n=4", "k=2", "m=3"), ("sat/uniform", "n=4", "k=2", "m=3", "distinct=no")):
            choices, density = (self.law(*spec, "--law", law) for law in ("choices", "density"))
            self.assertEqual((choices["law_from"], choices["stated_density"], density["law_from"]), ("choices", None, "density"))
            self.assertEqual((choices["groups"], choices["overall"]), (density["groups"], density["overall"]))
        known = [r for r in rows("generators_n4_n5.json")["rows"] if r["spec"] == "sat/planted n=5 k=2 m=5"]
        found = self.law(*known[0]["spec"].split())
        self.assertEqual((found["law_from"], found["stated_density"]), ("density", "models"))
        by = {c["reference"]: c for c in found["groups"][0]["comparisons"]}
        for row in known:
            d = by[{"uniform": "uniform", "uniform_sat": "uniform_given_label_1"}[row["reference"]]]["distances"]
            self.assertEqual(Fraction(d["tv"]["exact"]), Fraction(int(row["tv"]["num"]), int(row["tv"]["den"])))
            self.assertAlmostEqual(d["kl_bits"], float(row["kl_bits_gen_ref"]), 12)
        text = " ".join(self.analyze("exact", "sat/planted", "n=5", "k=2", "m=5", "--classes").split())
        for words in ("choices were not enumerated", "rest on the density that the generator states", "Z the number of models", "these were not enumerated"):
            self.assertIn(words, text)
        self.refused(ANALYZE, "exact", "sat/core", "n=3", "k=2", "m=6", "--law", "density", says="states no density")
        self.refused(ANALYZE, "exact", "sat/planted", "n=5", "k=2", "m=5", "--law", "choices", "--paths", "1000", says=("sequences of choices", "half of the probability", "1000 are allowed"), status=3)

    def test_a_density_that_is_not_drawn(self):
        """Where the law is enumerated and stated as well, the two are compared; what was not compared is not said to hold."""
        lies = ("exact", "sat/one", "n=3", "--plugin", os.path.join(BUILD, "tests", "plugins", "descriptors.so"))
        done = self.call(ANALYZE, *lies, env={"FAULT": "lie"})
        self.assertEqual(done.returncode, 1)
        self.assertIn("uniform over its space, is not what it draws: TV 0.5 between the two.", unwrapped(done.stdout))
        self.assertIn("sat/one: it does not draw what it states: TV 0.5", done.stderr.decode())
        found = json.loads(self.ok(ANALYZE, *lies, "--json", env={"FAULT": "lie"}, status=1))
        self.assertEqual((found["law_from"], found["stated_tv"]["exact"]), ("choices", "1/2"))
        self.assertIn("is what it draws.", unwrapped(self.analyze("exact", "sat/planted", "n=3", "k=2", "m=3")))
        self.assertEqual(self.law("cqc/uniform", "v1=3", "m1=2", "v2=2", "m2=1")["stated_tv"]["exact"], "0")
        for words in (("sat/core", "n=3", "k=2", "m=4"), ("sat/planted", "n=3", "k=2", "m=3", "--as", "sequences"), ("sat/planted", "n=3", "k=2", "m=3", "--law", "density")):
            self.assertIsNone(self.law(*words)["stated_tv"])
        stated = unwrapped(self.ok(ANALYZE, *lies, "--law", "density", env={"FAULT": "lie"}))
        self.assertIn("which was not tested here", stated)
        self.assertNotIn("begin anew", unwrapped(self.analyze("exact", "sat/any", "n=3", "m=2..4", "--law", "density")))

    def test_density_of_many_variables(self):
        """Refused at once, with the reason, whether it is asked for or tried after enumeration."""
        start = time.monotonic()
        for words in (("--law", "density"), ()):
            self.refused(ANALYZE, "exact", "sat/planted", "n=100", "k=3", "m=430", *words, says=("sat/planted", "stated density does not help", "n <= 5", "100 come"), status=3 if not words else 2)
        self.assertLess(time.monotonic() - start, 4)
        self.refused(ANALYZE, "exact", "sat/uniform", "n=4..6", "k=3", "m=9", "--law", "density", says="n <= 5")

    def test_bounds_of_the_user(self):
        """They end sequences early, so nobody knows how many all would be; a unit of one choice is not cut by its probability."""
        for words in (("--least-bits", "8"), ("--choices", "6"), ("--rejects", "0")):
            with self.subTest(words=words):
                found = self.law("sat/sr", "n=2", "k=1", "--paths", "20000", *words)
                self.assertGreater(found["paths_cut"], 0)
                self.assertIsNone(found["paths_estimated"])
                self.assertNotIn("would be about", unwrapped(self.analyze("exact", "sat/sr", "n=2", "k=1", "--paths", "20000", *words)))
        self.assertGreater(self.law("sat/sr", "n=2", "k=1", "--paths", "20000")["paths_estimated"], 20000)
        self.assertEqual(self.law("sat/uniform", "n=3", "k=2", "m=6", "--least-bits", "1")["paths"], 924)
        self.assertIn("at its next choice", unwrapped(self.analyze("exact", "--help")))
        self.refused(ANALYZE, "exact", "sat/uniform", "n=3", "k=2", "m=6", "--least-bits", "0", says="--least-bits")
        self.refused(ANALYZE, "exact", "sat/core", "n=3", "k=2", "m=6", "--law", "choices", "--paths", "1", says="and 1 are allowed", status=3)
        self.refused(ANALYZE, "exact", "sat/uniform", "n=1", "k=1", "m=1", "--law", "choices", "--paths", "1", says="more than 1 sequence of choices", status=3)

    def test_memory(self):
        """SR has infinitely many sequences: as many are followed as memory allows, the likeliest, and what is left over is said."""
        def law(mib):
            work = ("exact", "sat/sr", "n=2", "k=1", "--memory", mib, "--json")
            found = json.loads(self.ok(ANALYZE, *work))
            return found["paths"], Fraction(found["left_over"]["exact"])
        small, more = law("1"), law("8")
        self.assertGreater(more[0], 2 * small[0])
        self.assertGreater(small[1], more[1])
        self.assertGreater(more[1], 0)
        self.assertLess(more[0], 200000)
        self.refused(ANALYZE, "exact", "sat/uniform", "n=4", "k=2", "m=6", "--law", "choices", "--memory", "1", says=("more than 1 MiB of memory", "allow more"), status=3)

    def test_lines_fit(self):
        """Ranges, classes and large counts: no line is wider than a screen of 110 columns."""
        for words in (("sat/sr", "n=2", "k=2", "--paths", "200000", "--as", "sets", "--classes"), ("sat/sr", "n=2", "k=2", "--paths", "100000"), ("sat/planted", "n=5", "k=3", "m=20", "--classes")):
            text = self.analyze("exact", *words)
            self.assertIn("KL(P|U) bits", text)
            self.assertLessEqual(max(len(line) for line in text.splitlines()), 110)

    def test_spaces_too_large_to_be_counted(self):
        """Then nothing is said over all signatures but the label's probability."""
        spec = ("sat/uniform", "n=5", "m=50000", "k=2", "distinct=no", "--law", "density")
        found = self.law(*spec)
        self.assertIn("up to 8388608 are computed", found["groups"][0]["comparisons"][0]["reason"])
        overall = found["overall"][0]
        self.assertEqual([overall[key] for key in ("tv", "kl_bits", "uniform_probability_label_1")], [None] * 3)
        self.assertEqual(overall["probability_label_1"], found["groups"][0]["probability_label_1"])
        text = unwrapped(self.analyze("exact", *spec))
        self.assertIn("each against its own space: not compared, as a space is too large to be counted; label 1 has probability 3.7", text)

    def test_one_reason_is_told_once(self):
        text = unwrapped(self.analyze("exact", "sat/counting", "n=9", "p=3"))
        self.assertIn("uniform, satisfiable; uniform, unsatisfiable: not compared: labels of all formulas", text)
        self.assertEqual(text.count("not compared"), 1)

    def test_all_is_cut(self):
        """Before anything was drawn: refused, from wherever the law comes."""
        for choices in ("1", "2"):
            for words in (("sat/planted", "n=3", "k=2", "m=4"), ("sat/planted", "n=3", "k=2", "m=4", "--law", "choices"), ("sat/any", "n=3", "m=4", "distinct=no", "--law", "density")):
                with self.subTest(words=words, choices=choices):
                    self.refused(ANALYZE, "exact", *words, "--choices", choices, says="is cut by the bounds on a unit's choices", status=3)

    def test_divergence_is_never_negative(self):
        """A law that is nearly the reference: what logarithms are rounded by is no divergence."""
        found = self.law("sat/planted", "n=3", "m=1001", "k=2", "distinct=no")
        d = {c["reference"]: c for c in found["groups"][0]["comparisons"]}["uniform_given_label_1"]["distances"]
        self.assertGreater(d["tv"]["decimal"], 0)
        self.assertEqual((d["kl_bits"], d["kl_back_bits"]), (0, 0))

    def test_interrupted_while_it_labels(self):
        """A formula that takes hours to be decided."""
        for number in (signal.SIGINT, signal.SIGTERM):
            work = subprocess.Popen([ANALYZE, "exact", "sat/pigeonhole", "pigeons=31", "holes=30"], cwd=self.folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
            time.sleep(1)
            work.send_signal(number)
            said = work.communicate(timeout=20)[1].decode()
            self.assertEqual((work.returncode, said), (130, "analyze exact: interrupted while instances were labelled\n"))

    def test_refusals(self):
        self.refused(ANALYZE, "exact", "sat/uniform", "n=60", "--paths", "1000", says=("sat/uniform", "smaller"), status=3)
        self.refused(ANALYZE, "exact", says="which generator")
        self.refused(ANALYZE, "exact", "sat/uniform", "--space", "n=3 2:1", says="leave one of them out")
        self.refused(ANALYZE, "exact", "--space", "n=3 2-1", says="length:count")
        self.refused(ANALYZE, "exact", "--space", "n=3 2:1 2:2", says="twice")
        for space, says in (("n=1000000 500000:1", "length up to 10000"), ("n=9 any:2000000000000", "count up to 2^40"), ("n=4294967295 3:1", "`4294967295` is not a number of variables up to 2^29 - 1"),
                            ("q1() v=3 e/99:1 q2() v=0", "arity up to 64"), ("q1() v=1000000 q2() v=0", "up to 100000")):
            self.refused(ANALYZE, "exact", "--space", space, says=says)
        self.refused(ANALYZE, "exact", "--space", "n=30 k=3", says="every number of clauses")
        self.refused(ANALYZE, "exact", "--space", "q1(X1) v=2 e/2:1 q2() v=0", says="out of order")
        self.refused(ANALYZE, "exact", "sat/uniform", "n=3", "label=1", says="labels are compared apart")


if __name__ == "__main__":
    main()
