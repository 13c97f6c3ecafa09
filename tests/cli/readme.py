"""Every command of README.md and docs/ in a ```sh block runs, in order, in an empty folder. A ```c block that begins with `// NAME.c` is saved there under that name."""
import glob
import os
import re

from harness import DATA, SOURCE, Case, main, text_of


class Readme(Case):
    def run_blocks(self, path):
        text = text_of(path)
        blocks = re.findall(r"^```sh\n(.*?)^```", text, re.S | re.M)
        for name, source in re.findall(r"^```c\n// (\w+\.c)\n(.*?)^```", text, re.S | re.M):
            self.write(name, source)
        os.makedirs(self.path("tests"), exist_ok=True)
        if not os.path.exists(self.path("tests/data")):
            os.symlink(DATA, self.path("tests/data"))
        os.makedirs(self.path("include"), exist_ok=True)   # where hardbias is installed, <hardbias/plugin.h> is found
        os.symlink(os.path.join(SOURCE, "generators"), self.path("include/hardbias"))
        done = self.call("sh", "-e", "-c", "".join(blocks), env={"CPATH": self.path("include")})
        self.assertEqual(done.returncode, 0, (path, done.stderr.decode()))
        return blocks

    def test_readme(self):
        self.assertGreaterEqual(len(self.run_blocks(os.path.join(SOURCE, "README.md"))), 3)

    def test_documents(self):
        for path in sorted(glob.glob(os.path.join(SOURCE, "docs", "*.md"))):
            with self.subTest(path=path):
                self.setUp()
                self.run_blocks(path)


if __name__ == "__main__":
    main()
