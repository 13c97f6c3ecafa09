"""The tables of simulated coverage in docs/measures.md are those that `ninja coverage` prints: every table there is one of the program's, with all of its rows."""
import os
import re

from harness import BUILD, SOURCE, Case, main, text_of

PROGRAM = os.path.join(BUILD, "tests", "coverage_of_intervals")
CELL = re.compile(r"[01]\.\d{3}\*?|-")
WHY = re.compile(r" \((leaps from 0\.\d{3}|level 0\.\d\d would do)\)")
VERDICT = re.compile(r"exact|holds|((below \.93|above \.97) at \d+(, \d+)*(; )?)+")


TOGETHER = "*together*"


def read_docs():
    """{header: {row: [cells, verdict]}} of the section, and {header: sizes}; the last row of a table is all others together."""
    section = text_of(SOURCE, "docs", "measures.md").split("\n## Simulated coverage\n")[1].split("\n## ")[0]
    tables, sizes = {}, {}
    for line in section.splitlines():
        cells = [cell.strip() for cell in line.split("|")[1:-1]]
        if cells and cells[0].endswith(" ="):
            header = cells[0]
            tables[header], sizes[header] = {}, cells[1:-1]
        elif len(cells) == 6 and cells[5] and not cells[0].startswith(("---", "`", "datasets")):
            tables[header][cells[0]] = cells[1:]
    return tables, sizes


class CoverageTable(Case):
    def test_rows_are_those_of_the_program(self):
        printed, header = {}, None
        for line in self.ok(PROGRAM, "--names").splitlines():
            if line.startswith("\t"):
                printed[header].append(line[1:])
            else:
                header = line
                printed[header] = []
        self.assertGreater(len(printed), 15)
        tables = read_docs()[0]
        self.assertEqual(sorted(tables), sorted(printed))
        for name, rows in tables.items():
            self.assertEqual(sorted(rows), sorted([TOGETHER, *printed.get(name, [])]), name)

    def test_words_say_what_the_figures_say(self):
        """Unless a method is exact, a row holds where its shares are .93 to .97; the last column names the sizes at which they are not."""
        tables, sizes = read_docs()
        for header, rows in tables.items():
            for row, cells in rows.items():
                if row == TOGETHER:
                    continue
                with self.subTest(table=header, row=row):
                    verdict = WHY.sub("", cells[-1])
                    self.assertTrue(all(CELL.fullmatch(cell) for cell in cells[:-1]), cells)
                    self.assertTrue(VERDICT.fullmatch(verdict), cells)
                    for size, cell in zip(sizes[header], cells):
                        share = float(cell.rstrip("*"))
                        for word, off in (("below .93", .93 - share), ("above .97", share - .97)):
                            named = re.search(re.escape(word) + " at [\\d, ]*\\b" + size + "\\b", verdict) is not None
                            if verdict != "exact" and abs(off) > .0006:  # closer: rounded away
                                self.assertEqual(named, off > 0, (word, size))

    def test_together_each_interval_holds(self):
        """Over all datasets of its table: .93 to .97 are covered, by exact methods .95 or more."""
        for header, rows in read_docs()[0].items():
            with self.subTest(table=header):
                *by_size, all_sizes = rows.pop(TOGETHER)
                exact = all(cells[-1] == "exact" for cells in rows.values())
                share = float(re.fullmatch(r"all: ([01]\.\d{3})", all_sizes)[1])
                self.assertTrue(share >= .949 if exact else .93 <= share <= .97, share)
                for column, cell in enumerate(by_size):
                    cells = [float(cells[column].rstrip("*")) for cells in rows.values()]
                    self.assertAlmostEqual(float(cell.rstrip("*")), sum(cells) / len(cells), delta=.004)  # undefined ones weigh nothing
                self.assertAlmostEqual(share, sum(float(cell.rstrip("*")) for cell in by_size) / len(by_size), delta=.004)


if __name__ == "__main__":
    main()
