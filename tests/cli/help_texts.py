"""Every verb has help that ends with an example, and the example works as it stands in an empty folder."""
import re

from harness import ANALYZE, GEN, Case, main

PROGRAMS = {"gen": GEN, "analyze": ANALYZE}


class Help(Case):
    def verbs(self, program):
        overview = self.ok(program, "--help")
        return re.findall(r"^  (\S+) ", overview.split("Verbs:\n")[1].split("\n\n")[0], re.M)

    def test_programs(self):
        for name, program in PROGRAMS.items():
            self.assertRegex(self.ok(program, "--version"), rf"^{name} \(hardbias\) \d+\.\d+\.\d+\n$")
            self.assertGreaterEqual(len(self.verbs(program)), 6)
            self.refused(program, says="no verb given")
            self.refused(program, "frobnicate", says="unknown verb 'frobnicate'")

    def test_widths(self):
        """Nothing that people read is wider than 80 columns or ends in blanks."""
        texts = [(program, "--help") for program in PROGRAMS.values()] + [(program, verb, "--help") for program in PROGRAMS.values() for verb in self.verbs(program)]
        texts += [(GEN, "list")] + [(GEN, "describe", one["name"]) for one in self.document(GEN, "list")["generators"]]
        self.gen("make", "data.db", "a_dataset", "sat/planted", "n=20", "m=85", "+", "sat/uniform", "n=20", "m=85", "label=0", "--count", "60", "--seed", "1", "--balance", status=2)
        self.gen("make", "data.db", "a_dataset", "sat/planted", "n=20", "m=85", "+", "sat/uniform", "n=20", "m=85", "label=0", "--count", "60", "--seed", "1")
        self.write("one.cnf", "p cnf 1 1\n1 0\n")
        self.gen("import", "data.db", "files", "one.cnf")
        texts += [(GEN, "ls", "data.db"), (GEN, "ls", "data.db", "a_dataset"), (GEN, "ls", "data.db", "files")]
        texts += [(ANALYZE, verb, "data.db", "a_dataset") for verb in ("features", "redundancy", "bias", "shortcuts", "collapse", "report")]
        texts += [(ANALYZE, "study", "data.db", "--train", "a_dataset", "--test", "a_dataset")]
        for words in texts:
            for line in self.ok(*words).splitlines():
                self.assertEqual(line, line.rstrip(), words)
                if len(line) > 80 and " " in line.strip():   # a name or path is never cut
                    self.fail((words, line))
        self.assertNotIn("seed", self.gen("ls", "data.db", "files"))

    def test_names_are_explained(self):
        self.gen("make", "data.db", "train", "sat/sr", "n=8", "--count", "20", "--seed", "1")
        features = [one["feature"] for one in self.document(ANALYZE, "features", "data.db", "train")["datasets"][0]["features"]]
        for verb, names in (("collapse", ("full_block", "two_candidates")), ("features", features), ("study", ("logistic",))):
            text = self.ok(ANALYZE, verb, "--help")
            for name in names:
                self.assertRegex(text, rf"\n  {name}\s+\w")
        for verb in ("compare", "shortcuts"):
            self.assertIn("`analyze features --help`", self.ok(ANALYZE, verb, "--help"))

    def test_examples_run(self):
        for name, program in PROGRAMS.items():
            for verb in self.verbs(program):
                with self.subTest(verb=f"{name} {verb}"):
                    text = self.ok(program, verb, "--help")
                    self.assertTrue(text.startswith(f"Usage: {name} {verb}"), text)
                    self.assertEqual(self.ok(program, verb, "--version"), self.ok(program, "--version"))
                    example = text.rsplit("\nExample:\n", 1)[1].split("\n\n")[0]  # what names mean follows, after a blank line
                    self.assertLess(text.split("\nExample:\n")[0].count("\n"), 90)
                    self.assertIn(f"{name} {verb}", example)
                    self.setUp()
                    done = self.call("sh", "-e", "-c", example)
                    self.assertEqual(done.returncode, 0, example + done.stderr.decode())

    def test_options_are_checked(self):
        for name, program in PROGRAMS.items():
            for verb in self.verbs(program):
                with self.subTest(verb=f"{name} {verb}"):
                    self.refused(program, verb, "--no-such-option", says=["unknown option '--no-such-option'", "--help"])
                    self.refused(program, verb, "-q", says="unknown option '-q'")
                    self.refused(program, verb, "--help=please", says="--help")


if __name__ == "__main__":
    main()
