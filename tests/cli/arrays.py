"""Tables and arrays for other programs: what docs/exports.md shows is run, and arrays are held against the JSON lines of the same dataset.

HARDBIAS_NUMPY is an interpreter that has NumPy.
"""
import contextlib
import csv
import io
import json
import os
import re
import sqlite3
import subprocess
import sys
import zipfile

import harness

NUMPY = os.environ.get("HARDBIAS_NUMPY", sys.executable)

# Stands in for PyTorch, which is too large for a test: the lines need nothing but arrays.
TORCH = """
import sys, types
class Data:
    def __init__(self, **parts): self.__dict__.update(parts)
torch, geometric, data = types.ModuleType("torch"), types.ModuleType("torch_geometric"), types.ModuleType("torch_geometric.data")
torch.from_numpy = lambda array: array
torch.torch_geometric, geometric.data, data.Data = geometric, data, Data
sys.modules.update({"torch": torch, "torch_geometric": geometric, "torch_geometric.data": data})
"""

# All arrays as JSON.
DUMP = """
import json, sys, numpy
print(json.dumps({name: array.tolist() for name, array in numpy.load(sys.argv[1]).items()}))
"""


def snippets():
    return re.findall(r"```python\n(.*?)```", harness.text_of(harness.SOURCE, "docs", "exports.md"), re.S)


class Arrays(harness.Case):
    def make(self, spec, name="train", count=30):
        self.gen("make", "data.db", name, *spec.split(), "--count", count, "--seed", 7, "--split", "train=.7,test=.3")

    def numpy(self, text, *words):
        done = subprocess.run([NUMPY, "-c", text, *words], cwd=self.folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=200, check=False)
        self.assertEqual(done.returncode, 0, done.stderr.decode())
        return done.stdout.decode()

    def arrays(self, graph, name="train"):
        self.gen("export", "data.db", name, "--format", "npz", "--graph", graph, "--output", graph + ".npz")
        return json.loads(self.numpy(DUMP, graph + ".npz"))

    def lines(self, name="train"):
        return [json.loads(line) for line in self.gen("export", "data.db", name, "--format", "jsonl", "--output", "-").splitlines()]

    def parts(self, data, array, pointer):
        return [data[array][low:high] for low, high in zip(data[pointer], data[pointer][1:])]

    def edges(self, data):
        return [list(zip(*pair)) for pair in zip(*([row[low:high] for low, high in zip(data["edge_ptr"], data["edge_ptr"][1:])] for row in data["edge_index"]))]

    def test_what_the_documentation_shows(self):
        self.make("sat/sr n=4..9")
        self.arrays("lcg")
        os.rename(self.path("lcg.npz"), self.path("train.npz"))
        plain, geometric = snippets()
        lines = self.lines()
        print_plain = "print([edges(3).tolist(), x.shape[0], y.tolist()])"
        edges, rows, labels = json.loads(self.numpy(plain + print_plain).replace("'", '"'))
        self.assertEqual(len(edges[0]), sum(map(len, lines[3]["clauses"])))
        train = [line["label"] for line in lines if line["split"] == "train"]
        self.assertEqual((rows, labels), (len(train), train))
        graphs = json.loads(self.numpy(TORCH + geometric + "print([[len(g.x), g.edge_index.shape[1], int(g.y)] for g in graphs])"))
        self.assertEqual(graphs, [[2 * line["n"] + line["m"], sum(map(len, line["clauses"])), line["label"]] for line in lines])

    def test_copies_share_a_family(self):
        self.gen("make", "data.db", "seeds", "sat/uniform", "n=6", "m=26", "--count", 4, "--balance", "--seed", 3)
        self.gen("make", "data.db", "copies", "sat/augment", "from=seeds", "--count", 60, "--seed", 1)
        self.gen("export", "data.db", "copies", "--format", "csv", "--no-features", "--output", "copies.csv")
        with open(self.path("copies.csv"), encoding="utf-8") as file:
            head, *rows = [line.rstrip("\n").split(",") for line in file]
        self.assertEqual((len({row[head.index("unit")] for row in rows}), len({row[head.index("family")] for row in rows})), (60, 4))

    def test_families_come_back_as_units(self):
        self.gen("make", "data.db", "seeds", "sat/uniform", "n=6", "m=26", "--count", 4, "--balance", "--seed", 3)
        self.gen("make", "data.db", "copies", "sat/augment", "from=seeds", "--count", 60, "--seed", 1)
        self.gen("export", "data.db", "copies", "--format", "dimacs", "--output", "folder")
        self.gen("import", "data.db", "again", "folder", "--labels", "folder/labels.csv", "--unit", "folder/labels.csv")
        self.gen("export", "data.db", "copies", "--format", "jsonl", "--output", "copies.jsonl")
        self.gen("import", "data.db", "lines", "copies.jsonl")
        with contextlib.closing(sqlite3.connect(self.path("data.db"))) as catalog:
            seeds = [row[0] for row in catalog.execute("SELECT root_unit FROM instance JOIN dataset d ON d.id = dataset WHERE d.name = 'copies' ORDER BY idx")]
            for name in ("again", "lines"):
                units = [row[0] for row in catalog.execute("SELECT unit FROM instance JOIN dataset d ON d.id = dataset WHERE d.name = ? ORDER BY idx", (name,))]
                self.assertEqual(len(set(zip(seeds, units))), len(set(seeds)), name)
                self.assertEqual(len(set(units)), 4, name)

    def test_graphs_of_formulas(self):
        self.make("sat/sr n=4..9")
        lines = self.lines()
        literal, variable, shared = (self.arrays(graph) for graph in ("lcg", "vcg", "vig"))
        for data in (literal, variable, shared):
            for key in ("idx", "unit", "family", "label", "split"):
                self.assertEqual(data[key], [line[key] for line in lines])
            self.assertEqual(data["size"], [[line["n"], line["m"]] for line in lines])
        signs = self.parts(variable, "edge_sign", "edge_ptr")
        weights = self.parts(shared, "edge_clauses", "edge_ptr")
        for i, line in enumerate(lines):
            occurrences = [(abs(one), one > 0, c) for c, clause in enumerate(line["clauses"]) for one in clause]
            self.assertEqual(self.edges(literal)[i], [(2 * (v - 1) + (not positive), 2 * line["n"] + c) for v, positive, c in occurrences])
            self.assertEqual(self.edges(variable)[i], [(v - 1, line["n"] + c) for v, positive, c in occurrences])
            self.assertEqual(signs[i], [1 if positive else -1 for v, positive, c in occurrences])
            together = {}
            for clause in line["clauses"]:
                of = sorted({abs(one) - 1 for one in clause})
                for pair in ((u, v) for u in of for v in of if u < v):
                    together[pair] = together.get(pair, 0) + 1
            self.assertEqual(dict(zip(self.edges(shared)[i], weights[i])), together)
            self.assertEqual(self.parts(literal, "node_type", "node_ptr")[i], [0] * 2 * line["n"] + [1] * line["m"])

    def test_graphs_of_pairs_read_back(self):
        self.write("pairs.dlog", 'q1(X,"a") :- r(X,Y), s(Y,"a",3).\nq2(Z,3) :- s(W,"b",3), r(Z,Z).\n' "q1() :- .\nq2() :- t, r(X,Y,X).\n")
        self.gen("import", "data.db", "train", "pairs.dlog")
        data = self.arrays("incidence")
        names = list(zip(data["relation_names"], data["relation_arity"]))
        self.assertEqual(names, [("r", 2), ("s", 3), ("t", 0), ("r", 3)])
        read = []
        for i in range(2):
            types, queries, relations, positions = (self.parts(data, *of)[i] for of in
                                                    (("node_type", "node_ptr"), ("node_query", "node_ptr"), ("node_relation", "node_ptr"), ("edge_position", "edge_ptr")))
            terms = {}
            for (origin, to), position in zip(self.edges(data)[i], positions):
                terms.setdefault(origin, {})[position] = ("c" if types[to] == 1 else "v") + str(to)
                self.assertIn(queries[to], (0, queries[origin]))
                self.assertEqual(queries[to] == 0, types[to] == 1)
            read.append([(queries[node], names[relations[node]] if types[node] == 2 else None, [one for _, one in sorted(terms.get(node, {}).items())])
                         for node in range(len(types)) if types[node] > 1])
        self.assertEqual(read[0], [(1, None, ["v3", "c10"]), (1, ("r", 2), ["v3", "v4"]), (1, ("s", 3), ["v4", "c10", "c11"]),
                                   (2, None, ["v8", "c11"]), (2, ("s", 3), ["v9", "c12", "c11"]), (2, ("r", 2), ["v8", "v8"])])
        self.assertEqual(read[1], [(1, None, []), (2, None, []), (2, ("t", 0), []), (2, ("r", 3), ["v4", "v5", "v4"])])

    def test_features_are_those_of_the_catalog(self):
        for spec, name in (("sat/sr n=4..9", "train"), ("cqc/uniform", "pairs")):
            self.make(spec, name)
            self.gen("export", "data.db", name, "--format", "csv", "--output", name + ".csv")
            self.gen("export", "data.db", name, "--format", "npz", "--output", name + ".npz")
            data = json.loads(self.numpy(DUMP, name + ".npz"))
            with open(self.path(name + ".csv"), encoding="utf-8", newline="") as file:
                table = list(csv.DictReader(file))
            self.assertEqual(len(table), 30)
            document = self.document(harness.ANALYZE, "features", "data.db", name)["datasets"][0]["features"]
            self.assertEqual(data["feature_names"], [one["feature"] for one in document])
            for i, row in enumerate(table):
                for column, value in zip(data["feature_names"], data["features"][i]):
                    self.assertEqual(row[column] == "", value != value)
                    if value == value:
                        self.assertEqual(float(row[column]), value)
                        self.assertLessEqual(len(row[column]), max(len("%.15g" % value), len("%.17g" % value)))
                        self.assertTrue("%.15g" % value == row[column] or float("%.15g" % value) != value)
                self.assertEqual((row["idx"], row["label"], row["split"]), (str(i), str(data["label"][i]), data["split"][i]))

    def test_without_features(self):
        self.make("sat/sr n=4..9")
        bare = self.gen("export", "data.db", "train", "--format", "csv", "--no-features", "--output", "-")
        self.assertEqual(next(csv.reader(io.StringIO(bare)))[-1], "name")
        os.chmod(self.path("data.db"), 0o444)
        if os.access(self.path("data.db"), os.W_OK):   # root writes anyway
            os.chmod(self.path("data.db"), 0o644)
        else:
            self.refused(harness.GEN, "export", "data.db", "train", "--format", "csv", "--output", "-", says="analyze features", status=3)

    def test_bytes_are_the_same_and_carry_no_date(self):
        self.make("sat/sr n=4..9")
        for name, zone in (("a.npz", "UTC"), ("b.npz", "Asia/Tokyo")):
            self.gen("export", "data.db", "train", "--format", "npz", "--graph", "vcg", "--output", name, env={"TZ": zone})
        with open(self.path("a.npz"), "rb") as a, open(self.path("b.npz"), "rb") as b:
            self.assertEqual(a.read(), b.read())
        with zipfile.ZipFile(self.path("a.npz")) as archive:
            self.assertIsNone(archive.testzip())
            self.assertTrue(all(one.date_time[0] == 1980 and one.compress_type == zipfile.ZIP_STORED for one in archive.infolist()))

    def test_what_makes_no_sense(self):
        self.make("sat/sr n=4..9")
        for words, says in ((("npz", "--graph", "incidence"), "lcg, vcg, vig"), (("csv", "--graph", "lcg"), "npz"), (("dimacs", "--graph", "lcg"), "npz")):
            self.refused(harness.GEN, "export", "data.db", "train", "--format", *words, "--output", "out", says=says)
        self.assertFalse(os.path.exists(self.path("out")))


if __name__ == "__main__":
    harness.main()
