"""Every command of README.md and docs/ in a ```sh block runs, in order, in an empty folder. A ```c block that begins with `// NAME.c` is saved there under that name."""
import glob
import os
import re

from harness import ANALYZE, BUILD, DATA, GEN, SOURCE, Case, main, text_of, unwrapped


class Readme(Case):
    def run_blocks(self, path):
        text = text_of(path)
        blocks = re.findall(r"^```sh\n(.*?)^```", text, re.S | re.M)
        for name, source in re.findall(r"^```c\n// (\w+\.c)\n(.*?)^```", text, re.S | re.M):
            self.write(name, source)
        os.makedirs(self.path("tests"), exist_ok=True)
        if not os.path.exists(self.path("tests/data")):
            os.symlink(DATA, self.path("tests/data"))
        done = self.call("sh", "-e", "-c", "".join(blocks), env={"CPATH": os.path.join(BUILD, "include")})   # as README says where nothing is installed
        self.assertEqual(done.returncode, 0, (path, done.stderr.decode()))
        self.stdout = done.stdout.decode()
        return blocks

    def test_the_build_is_the_one_that_is_tested(self):
        """README's plain build: its lines are commands of CMake for this tree, and its PATH is the folder that they fill."""
        text = text_of(os.path.join(SOURCE, "README.md"))
        configure, build, path = re.search(r"^    (cmake -S .*)\n    (cmake --build .*)\n    (export PATH=.*)$", text, re.M).groups()
        words = configure.split("#")[0].split()
        self.assertEqual(words[:5], ["cmake", "-S", ".", "-B", "build"])
        self.assertEqual(build.split("#")[0].split()[:3], ["cmake", "--build", "build"])
        self.assertEqual(path, 'export PATH="$PWD/build:$PATH"')
        done = self.call("cmake", "-S", SOURCE, "-B", self.path("build"), *words[5:])
        self.assertEqual(done.returncode, 0, done.stderr.decode())
        told = self.call("cmake", "--build", self.path("build"), "--target", "help").stdout.decode()
        for program in (GEN, ANALYZE):
            self.assertTrue(re.search(rf"\b{os.path.basename(program)}\b", told), program)
            self.assertEqual(os.path.dirname(program), BUILD)

    def test_links_lead_somewhere(self):
        for path in [os.path.join(SOURCE, "README.md"), *glob.glob(os.path.join(SOURCE, "docs", "**", "*.md"), recursive=True)]:
            for target in re.findall(r"\]\(([^)#\s]+)", text_of(path)):
                if "://" not in target:
                    self.assertTrue(os.path.exists(os.path.join(os.path.dirname(path), target)), (path, target))

    def test_readme(self):
        self.assertGreaterEqual(len(self.run_blocks(os.path.join(SOURCE, "README.md"))), 3)

    def test_documents(self):
        for path in sorted(glob.glob(os.path.join(SOURCE, "docs", "*.md"))):
            with self.subTest(path=path):
                self.setUp()
                self.run_blocks(path)
                if path.endswith("recipes.md"):   # a draw of the recipe against another one: a mark would be one by chance
                    self.assertNotIn("DIFF", self.stdout)
                    self.assertIn("Another draw of the same law as g4satbench/easy/ca@400-4", unwrapped(self.stdout))


if __name__ == "__main__":
    main()
