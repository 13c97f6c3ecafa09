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

    def test_examples_run(self):
        for name, program in PROGRAMS.items():
            for verb in self.verbs(program):
                with self.subTest(verb=f"{name} {verb}"):
                    text = self.ok(program, verb, "--help")
                    self.assertTrue(text.startswith(f"Usage: {name} {verb}"), text)
                    self.assertEqual(self.ok(program, verb, "--version"), self.ok(program, "--version"))
                    example = text.rsplit("\nExample:\n", 1)[1]
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
