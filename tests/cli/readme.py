"""Every command of README.md and docs/ in a ```sh block runs, in order, in an empty folder."""
import glob
import os
import re

from harness import DATA, SOURCE, Case, main


class Readme(Case):
    def run_blocks(self, path):
        with open(path, encoding="utf-8") as file:
            blocks = re.findall(r"^```sh\n(.*?)^```", file.read(), re.S | re.M)
        os.makedirs(self.path("tests"), exist_ok=True)
        if not os.path.exists(self.path("tests/data")):
            os.symlink(DATA, self.path("tests/data"))
        done = self.call("sh", "-e", "-c", "".join(blocks))
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
