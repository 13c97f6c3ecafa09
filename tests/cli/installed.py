"""The installed library serves a program outside the tree, through pkg-config and through CMake; the catalog serves Python."""
import os
import shutil
import sys
import unittest

from harness import BUILD, GEN, SOURCE, Case, main, sanitized, text_of

EXAMPLES = os.path.join(SOURCE, "docs", "examples")
PROJECT = """cmake_minimum_required(VERSION 3.20)
project(outside C)
find_package(hardbias 0.1 REQUIRED)
add_executable(shared one_instance.c)
target_link_libraries(shared hardbias::hardbias)
add_executable(static one_instance.c)
target_link_libraries(static hardbias::static)
"""


class Installed(Case):
    def setUp(self):
        super().setUp()
        if sanitized():
            raise unittest.SkipTest("a sanitized library needs a sanitized program")
        self.ok("cmake", "--install", BUILD, "--prefix", self.path("prefix"))
        shutil.copy(os.path.join(EXAMPLES, "one_instance.c"), self.path("one_instance.c"))
        self.prefix = self.path("prefix")
        self.libraries = next(folder for folder, _, files in os.walk(self.prefix) if "libhardbias.a" in files)

    def check_output(self, program, **options):
        lines = self.ok(program, **options).splitlines()
        self.assertEqual([line.split(": ")[1] for line in lines], ["unsatisfiable", "satisfiable"])

    def test_files(self):
        files = {os.path.relpath(os.path.join(folder, file), self.prefix) for folder, _, found in os.walk(self.prefix) for file in found}
        for wanted in ("bin/gen", "bin/analyze", "include/hardbias/hardbias.h", "include/hardbias/plugin.h", "include/hardbias/core/status.h", "share/man/man1/gen.1",
                       "share/man/man1/analyze.1", "share/doc/hardbias/LICENSE", "share/doc/hardbias/catalog.md", "share/doc/hardbias/measures.md",
                       "share/doc/hardbias/examples/read_catalog.py"):
            self.assertIn(wanted, files)
        page = text_of(self.path("prefix/share/man/man1/gen.1"))
        for section in (".SH GEN MAKE", ".SH FILES", ".SH SEE ALSO"):
            self.assertIn(section, page)
        self.assertEqual(self.ok(self.path("prefix/bin/gen"), "--version"), self.ok(GEN, "--version"))

    def test_pkg_config(self):
        env = {"PKG_CONFIG_PATH": os.path.join(self.libraries, "pkgconfig"), "LD_LIBRARY_PATH": self.libraries}
        flags = self.ok("pkg-config", "--cflags", "--libs", "hardbias", env=env).split()
        self.ok("cc", "-std=c11", "-Wall", "-Wextra", "-Werror", "one_instance.c", *flags, "-o", "shared", env=env)
        self.check_output(self.path("shared"), env=env)
        needed = self.ok("pkg-config", "--static", "--libs-only-l", "hardbias", env=env).split()
        self.assertIn("-lpicosat", needed)

    def test_cmake(self):
        self.write("CMakeLists.txt", PROJECT)
        self.ok("cmake", "-G", "Ninja", "-S", ".", "-B", "out", f"-DCMAKE_PREFIX_PATH={self.prefix}")
        self.ok("cmake", "--build", "out")
        for program in ("shared", "static"):
            self.check_output(self.path("out", program))

    def test_single_header_from_cpp(self):
        self.write("single.cpp", "#include <hardbias/datasets/catalog/catalog.h>\n"
                   "int main() { hbs_error error{}; hbs_catalog *catalog = nullptr; return hbs_catalog_open(&catalog, \"none.db\", HBS_CATALOG_READ, nullptr, &error) == HBS_OK; }\n")
        env = {"PKG_CONFIG_PATH": os.path.join(self.libraries, "pkgconfig"), "LD_LIBRARY_PATH": self.libraries}
        flags = self.ok("pkg-config", "--cflags", "--libs", "hardbias", env=env).split()
        self.ok("c++", "-std=c++17", "-Wall", "-Wextra", "-Werror", "single.cpp", *flags, "-o", "single", env=env)
        self.ok(self.path("single"), env=env)

    def test_every_header_stands_alone(self):
        """In C and in C++, and all together."""
        include = self.path("prefix/include")
        headers = sorted(os.path.relpath(os.path.join(folder, file), include) for folder, _, found in os.walk(include) for file in found)
        self.assertGreater(len(headers), 50)
        for suffix, compiler in ((".c", ("cc", "-std=c11")), (".cpp", ("c++", "-std=c++17"))):
            names = []
            for header in headers:
                names.append(header.replace("/", "_") + suffix)
                self.write(names[-1], f"#include <{header}>\n")
            self.ok(*compiler, "-Wall", "-Wextra", "-Wno-unused-function", "-Werror", "-fsyntax-only", "-I", include, "-I", include + "/hardbias", *names)

    def test_plugin_header_stands_alone(self):
        header = text_of(SOURCE, "generators", "plugin.h").split(" * Promises:")[0]
        shown = [line[7:] for line in header.splitlines() if line.startswith(" *     ")]   # the generator that the header shows
        self.write("plugin.c", "\n".join(shown).replace('"generators/plugin.h"', "<hardbias/plugin.h>") + "\n")
        self.ok("cc", "-std=c11", "-Wall", "-Wextra", "-Werror", "-fPIC", "-shared", "-I", self.path("prefix/include"), "plugin.c", "-o", "plugin.so")


class Python(Case):
    def test_reads_a_catalog(self):
        self.gen("make", "data.db", "train", "sat/sr", "n=10..20", "--count", "40", "--seed", "1")
        self.analyze("features", "data.db", "train")
        lines = self.ok(sys.executable, os.path.join(EXAMPLES, "read_catalog.py"), "data.db").splitlines()
        self.assertEqual(lines[0], "train: 40 instances, 0.500 of them with label 1")
        self.assertEqual([line.split(" where ")[1] for line in lines[1:]], ["the label is 0", "the label is 1"])


if __name__ == "__main__":
    main()
