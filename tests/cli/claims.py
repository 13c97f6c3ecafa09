"""`gen label --model` and `--proof` say right or wrong and where; what `gen export --certificates drat` writes is right."""
import glob
import gzip
import io
import json
import os
import tarfile

from harness import GEN, Case, main

NO = "p cnf 2 4\n1 2 0\n-1 2 0\n1 -2 0\n-1 -2 0\n"
YES = "p cnf 3 2\n1 2 0\n-1 3 0\n"


class Claims(Case):
    def setUp(self):
        super().setUp()
        self.write("no.cnf", NO)
        self.write("yes.cnf", YES)

    def wrong(self, *words, says, **options):
        """Exit status 1, the place in the message, and the same in the JSON document."""
        self.refused(GEN, "label", *words, status=1, says=says, **options)
        done = self.call(GEN, "label", *words, "--json", **options)
        self.assertEqual(done.returncode, 1, done)
        found = json.loads(done.stdout)
        self.assertEqual((found["right"], found["label"]), (False, None))
        self.assertIn(found["wrong"], done.stderr.decode())
        return found

    def test_models(self):
        for text in ("s SATISFIABLE\nv 1 2\nv 3 0\n", "SAT\n-1 2 -3 0\n", "1\n3\n"):
            self.write("m", text)
            found = self.document(GEN, "label", "yes.cnf", "--model", "m")
            counts = f"{found['given']} of {found['variables']} variables given, {found['clauses']} clauses satisfied"
            self.assertEqual(self.gen("label", "yes.cnf", "--model", "m"), f"yes.cnf: satisfiable, the model is right ({counts})\n")
            self.assertEqual((found["right"], found["label"], found["answer"], found["wrong_clause"]), (True, 1, "satisfiable", None))
        found = self.wrong("yes.cnf", "--model", "-", stdin="v 1 2 -3 0\n", says=("yes.cnf: -: clause 2 (-1 3)", "false"))
        self.assertEqual((found["wrong_clause"], found["given"]), (2, 3))
        self.assertEqual(self.wrong("yes.cnf", "--model", "-", stdin="v 2\n", says="2 are not given")["wrong_clause"], 2)
        self.refused(GEN, "label", "yes.cnf", "--model", "-", stdin="v 1 -1 0\n", says="variable 1 is given true in line 1 and false in line 1")
        self.refused(GEN, "label", "yes.cnf", "--model", "-", stdin="s UNSATISFIABLE\n", says="-:1")
        self.refused(GEN, "label", "yes.cnf", "--model", "-", stdin="v 1 4 0\n", says="variable 4")

    def test_proofs(self):
        for text in ("2 0\n0\n", "c RUP\n2 0\n", "3 -1 0\n-3 1 0\nd 3 -1 0\n1 0\nd 1 2 0\n0\n", "a\x04\x00a\x00"):
            self.write("p", text)
            found = self.document(GEN, "label", "no.cnf", "--proof", "p")
            many = {key: f"{found[key]} {key[:-1] if found[key] == 1 else key}" for key in ("lemmas", "deletions")}
            self.assertEqual(self.gen("label", "no.cnf", "--proof", "p"),
                             f"no.cnf: unsatisfiable, the proof is right ({many['lemmas']}, {found['rat']} by RAT, {many['deletions']})\n")
            self.assertEqual((found["right"], found["label"], found["binary"]), (True, 0, text[0] == "a"))
        self.assertEqual(self.wrong("yes.cnf", "--proof", "-", stdin="2 3 0\n\n3 -1 0\n-2 0\n", says="yes.cnf: -:4: lemma 3")["wrong_line"], 4)
        found = self.wrong("yes.cnf", "--proof", "-", stdin="a\x04\x06\x00a\x00", says="-: byte 5: the empty clause")
        self.assertEqual((found["wrong_line"], found["wrong_byte"], found["lemmas"]), (None, 5, 1))
        self.wrong("no.cnf", "--proof", "-", stdin="", says="no contradiction")
        self.refused(GEN, "label", "no.cnf", "--proof", "-", stdin="2 0\nx 0\n", says="-:2")
        self.refused(GEN, "label", "no.cnf", "--proof", "-", stdin="2 1", says="-:1")

    def test_usage(self):
        self.write("pair.dlog", "q1(X) :- r(X,Y).\nq2(X) :- r(X,X).\n")
        self.write("m", "1 2 3 0\n")
        os.mkdir(self.path("two"))
        for name in ("two/a.cnf", "two/b.cnf"):
            self.write(name, YES)
        for words, says in ((("yes.cnf", "no.cnf", "--model", "m"), "one PATH"), (("yes.cnf", "--model", "m", "--proof", "m"), "opposite"), (("-", "--model", "-"), "standard input"),
                            (("pair.dlog", "--model", "m"), "queries"), (("yes.cnf", "--model", "m", "--solver", "cdcl"), "--solver"), (("yes.cnf", "--model", "gone"), "gone"),
                            (("two", "--model", "m"), "several files")):
            self.refused(GEN, "label", *words, says=says)

    def test_exported_certificates(self):
        self.gen("make", "data.db", "proved", "sat/sr", "n=4..30", "+", "sat/uniform", "n=12", "m=50", "--count", "40", "--seed", "5", "--certify", "store")
        self.gen("export", "data.db", "proved", "--format", "dimacs", "--certificates", "drat", "--output", "proved")
        self.gen("export", "data.db", "proved", "--format", "dimacs", "--output", "plain")
        paths = sorted(glob.glob(self.path("proved", "*.cnf")))
        self.assertEqual((len(paths), len(os.listdir(self.path("proved"))), len(os.listdir(self.path("plain")))), (40, 81, 41))
        for path in paths:
            stem = path[:-len(".cnf")]
            claim = ("--proof", stem + ".drat") if stem.endswith("_unsat") else ("--model", stem + ".model")
            self.assertTrue(self.document(GEN, "label", path, *claim)["right"], path)
        done = self.call(GEN, "import", "data.db", "back", "proved", "--labels", "proved/labels.csv", "--json")
        self.assertNotIn(b"passed over", done.stderr)
        found = json.loads(done.stdout)
        self.assertEqual(found["digest"], self.datasets("data.db")["proved"]["digest"])
        self.assertEqual((found["proved_by_file"], found["options"]["certificates"]), (40, "beside"))
        self.gen("import", "data.db", "stored", "proved", "--certify", "store")
        self.gen("import", "data.db", "ignored", "proved", "--certificates", "ignore")
        rows = {name: self.rows("label, certificate_kind, certificate_size, certificate, solver IS NULL, label_source", name) for name in ("proved", "stored", "ignored")}
        self.assertEqual([row[:4] for row in rows["stored"]], [row[:4] for row in rows["proved"]])
        self.assertEqual({row[4:] for row in rows["stored"]}, {(1, "file")})
        self.assertEqual({row[4:] for row in rows["ignored"]}, {(0, "solver")})
        self.gen("verify", "data.db", "stored")
        # from an archive with packed members, whatever the order they were packed in
        with tarfile.open(self.path("all.tar.gz"), "w:gz") as archive:
            for name in sorted(os.listdir(self.path("proved")), reverse=True):
                with open(self.path("proved", name), "rb") as file:
                    data = gzip.compress(file.read()) if name != "labels.csv" else file.read()
                member = tarfile.TarInfo(name if name == "labels.csv" else name + ".gz")
                member.size = len(data)
                archive.addfile(member, io.BytesIO(data))
        self.assertEqual(self.document(GEN, "import", "data.db", "packed", "all.tar.gz", "--certify", "store")["proved_by_file"], 40)
        self.assertEqual(self.rows("label, certificate", "packed"), self.rows("label, certificate", "proved"))

    def faulty(self, *words, says):
        done = self.call(GEN, *words)
        self.assertEqual(done.returncode, 1, done)
        for part in says:
            self.assertIn(part, done.stderr.decode())

    def rows(self, columns, dataset):
        return self.sql(f"SELECT {columns} FROM instance WHERE dataset = (SELECT id FROM dataset WHERE name = ?) ORDER BY idx", dataset)

    def test_certificates_beside(self):
        """Right ones prove; wrong ones are named with their place, the exit status is 1, and what the solver finds is stored."""
        os.mkdir(self.path("d"))
        for name in ("binary", "broken", "full", "none", "rat", "rup", "strange", "wrong"):
            self.write(f"d/{name}.cnf", NO)
        for name in ("model", "badmodel", "other"):
            self.write(f"d/{name}.cnf", YES)
        self.write("d/rup.rup", "2 0\n0\n")
        self.write("d/full.cnf.proof", "c a comment\n2 0\n0\n")
        self.write("d/rat.drat", "3 -1 0\n-3 1 0\nd 3 -1 0\n1 0\nd 1 2 0\n0\n")
        self.write("d/binary.drat", "a\x04\x00a\x00")
        self.write("d/strange.proof", "5 2 0 1 2 0\n6 0 5 3 4 0\n")
        self.write("d/model.model", "s SATISFIABLE\nv 1 3 0\n")
        self.write("d/other.model", "PK\x01\x00")
        self.write("d/nobody.drat", "0\n")
        done = self.call(GEN, "import", "data.db", "right", "d", "--certify", "store", "--json")
        self.assertEqual(done.returncode, 0, done)
        talk = done.stderr.decode()
        for says in ("nobody.drat: passed over: no formula", "strange.proof: passed over: no RUP or DRAT proof", "other.model: passed over: no model", "1 proofs hold, and are not stored"):
            self.assertIn(says, talk)
        self.assertEqual(json.loads(done.stdout)["proved_by_file"], 5)
        found = {os.path.basename(name): rest for name, *rest in self.rows("name, label, label_source, certificate_kind, certificate IS NOT NULL", "right")}
        self.assertEqual(found["rup.cnf"], [0, "file", "refutation", 1])
        self.assertEqual(found["binary.cnf"], [0, "file", "refutation", 1])
        self.assertEqual(found["full.cnf"], [0, "file", "refutation", 1])
        self.assertEqual(found["model.cnf"], [1, "file", "model", 1])
        self.assertEqual(found["rat.cnf"], [0, "file", "refutation", 0])
        self.assertEqual(found["none.cnf"][:2], [0, "solver"])
        # formulas that are named one by one have the same certificates, whether those are named too or not
        names = sorted("d/" + name for name in os.listdir(self.path("d")))
        for dataset, given in (("each", [name for name in names if name.endswith(".cnf")]), ("all", names)):
            done = self.call(GEN, "import", "data.db", dataset, *given, "--certify", "store", "--json")
            self.assertEqual((done.returncode, json.loads(done.stdout)["proved_by_file"]), (0, 5), done)
            columns = "name, label, label_source, certificate_kind, certificate"
            self.assertEqual(self.rows(columns, dataset), self.rows(columns, "right"))
        self.gen("verify", "data.db")
        # a path that lies is refuted by the proof
        self.write("d/unsat_model.cnf", YES)
        self.write("d/unsat_model.model", "1 3 0\n")
        self.faulty("import", "data.db", "lies", "d", "--labels", "from-path", says=("the certificate beside it shows that it is satisfiable", "1 of 1 label is refuted"))
        os.remove(self.path("d/unsat_model.cnf"))
        self.write("d/wrong.drat", "c\n0\n")
        self.write("d/broken.drat", "2 0\n1\n")
        self.write("d/badmodel.model", "v 1 2 -3 0\n")
        self.faulty("import", "data.db", "wrong", "d", says=("d/wrong.drat:2: the empty clause", "d/broken.drat:2:", "d/badmodel.model: clause 2 (-1 3)", "3 certificates are wrong"))
        self.assertEqual(self.rows("label, label_source", "wrong"), [(int("model" in name or "other" in name), "file" if name[2:-4] in ("binary", "full", "model", "rat", "rup") else "solver")
                                                                    for name, in self.rows("name", "wrong")])
        self.gen("import", "data.db", "unasked", "d", "--certificates", "ignore")

    def test_no_certificates_to_export(self):
        self.gen("make", "data.db", "bare", "sat/sr", "n=4..8", "--count", "4", "--seed", "1")
        words = ("export", "data.db", "bare", "--certificates", "drat", "--output", "out")
        self.refused(GEN, *words, "--format", "dimacs", says="bare has no stored certificates")
        self.refused(GEN, *words, "--format", "jsonl", says="no form for certificates")
        self.assertFalse(os.path.exists(self.path("out")))
        self.gen("make", "data.db", "some", "sat/sr", "n=4..8", "--count", "4", "--seed", "1", "--certify", "store")
        self.sql("UPDATE instance SET certificate = NULL WHERE idx = 1 AND dataset = (SELECT id FROM dataset WHERE name = 'some')")
        done = self.call(GEN, "export", "data.db", "some", "--format", "dimacs", "--certificates", "drat", "--output", "out")
        self.assertEqual(done.returncode, 0, done)
        self.assertIn(b"1 of 4 instances have no stored certificate", done.stderr)
        self.assertEqual(len(os.listdir(self.path("out"))), 8)


if __name__ == "__main__":
    main()
