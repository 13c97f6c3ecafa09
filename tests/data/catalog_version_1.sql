-- The tables of catalogs of version 1, as they were when version 2 came: they never change. A dataset with one formula (x1 or x2, unsolved) and one finding.
CREATE TABLE dataset(
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT NOT NULL UNIQUE,
  problem TEXT NOT NULL CHECK(problem IN ('sat', 'cqc')),
  spec TEXT NOT NULL,
  options TEXT NOT NULL,
  seed TEXT NOT NULL,
  count INTEGER NOT NULL CHECK(count >= 0),
  shuffled INTEGER NOT NULL CHECK(shuffled IN (0, 1)),
  complete INTEGER NOT NULL CHECK(complete IN (0, 1)),
  digest TEXT,
  tool_version TEXT NOT NULL,
  reference_of TEXT,
  created TEXT NOT NULL DEFAULT (strftime('%Y-%m-%dT%H:%M:%SZ', 'now'))
) STRICT;
CREATE TABLE instance(
  dataset INTEGER NOT NULL REFERENCES dataset(id) ON DELETE CASCADE,
  idx INTEGER NOT NULL CHECK(idx >= 0),
  unit INTEGER NOT NULL CHECK(unit >= 0),
  part INTEGER NOT NULL,
  split TEXT,
  name TEXT,
  label INTEGER CHECK(label IN (0, 1)),
  claim INTEGER CHECK(claim IN (0, 1)),
  label_source TEXT CHECK(label_source IN ('solver', 'construction', 'file')),
  reason TEXT,
  size_n INTEGER NOT NULL,
  size_m INTEGER NOT NULL,
  solver TEXT,
  effort INTEGER,
  tries INTEGER NOT NULL,
  unknown_tries INTEGER NOT NULL,
  choice_bits REAL,
  content_hash BLOB NOT NULL CHECK(length(content_hash) = 32),
  gbd_hash TEXT,
  certificate_kind TEXT,
  certificate_size INTEGER,
  payload BLOB NOT NULL,
  certificate BLOB,
  PRIMARY KEY(dataset, idx),
  CHECK(label IS NOT NULL OR reason IS NOT NULL)
) STRICT;
CREATE TABLE infeasible(
  dataset INTEGER NOT NULL REFERENCES dataset(id) ON DELETE CASCADE,
  idx INTEGER NOT NULL CHECK(idx >= 0),
  unit INTEGER NOT NULL CHECK(unit >= 0),
  label INTEGER CHECK(label IN (0, 1)),
  tries INTEGER NOT NULL,
  reason TEXT NOT NULL,
  PRIMARY KEY(dataset, idx)
) STRICT;
CREATE TABLE sat_features(
  dataset INTEGER NOT NULL,
  idx INTEGER NOT NULL,
  PRIMARY KEY(dataset, idx),
  FOREIGN KEY(dataset, idx) REFERENCES instance(dataset, idx) ON DELETE CASCADE
) STRICT;
CREATE TABLE cqc_features(
  dataset INTEGER NOT NULL,
  idx INTEGER NOT NULL,
  PRIMARY KEY(dataset, idx),
  FOREIGN KEY(dataset, idx) REFERENCES instance(dataset, idx) ON DELETE CASCADE
) STRICT;
CREATE TABLE probe(
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL,
  dataset INTEGER NOT NULL REFERENCES dataset(id) ON DELETE CASCADE,
  seed TEXT NOT NULL,
  options TEXT NOT NULL,
  rows INTEGER NOT NULL
) STRICT;
CREATE INDEX probe_dataset ON probe(dataset);
CREATE TABLE evaluation(
  id INTEGER PRIMARY KEY,
  probe INTEGER NOT NULL REFERENCES probe(id) ON DELETE CASCADE,
  dataset INTEGER NOT NULL REFERENCES dataset(id) ON DELETE CASCADE,
  quantity TEXT NOT NULL,
  estimate REAL, ci_low REAL, ci_high REAL, level REAL, n INTEGER, method TEXT
) STRICT;
CREATE INDEX evaluation_probe ON evaluation(probe);
CREATE INDEX evaluation_dataset ON evaluation(dataset);
CREATE TABLE prediction(
  evaluation INTEGER NOT NULL REFERENCES evaluation(id) ON DELETE CASCADE,
  dataset INTEGER NOT NULL,
  idx INTEGER NOT NULL,
  score REAL NOT NULL,
  PRIMARY KEY(evaluation, dataset, idx),
  FOREIGN KEY(dataset, idx) REFERENCES instance(dataset, idx) ON DELETE CASCADE
) STRICT;
CREATE INDEX prediction_instance ON prediction(dataset, idx);
CREATE TABLE finding(
  id INTEGER PRIMARY KEY,
  dataset INTEGER NOT NULL REFERENCES dataset(id) ON DELETE CASCADE,
  measure TEXT NOT NULL,
  quantity TEXT NOT NULL,
  subject TEXT NOT NULL,
  estimate REAL, ci_low REAL, ci_high REAL, level REAL, n INTEGER, method TEXT,
  null_value REAL,
  weight TEXT NOT NULL CHECK(weight IN ('plain', 'none', 'bias', 'not_applicable')),
  sentence TEXT NOT NULL
) STRICT;
CREATE INDEX finding_dataset ON finding(dataset, measure);
INSERT INTO dataset(name, problem, spec, options, seed, count, shuffled, complete, tool_version) VALUES('a', 'sat', 'import: x', '{}', '1', 1, 0, 0, '0.1.0');
INSERT INTO instance(dataset, idx, unit, part, reason, size_n, size_m, tries, unknown_tries, content_hash, payload) VALUES(1, 0, 0, 0, 'budget', 2, 1, 1, 0, zeroblob(32), x'0201020002');
INSERT INTO finding(dataset, measure, quantity, subject, estimate, weight, sentence) VALUES(1, 'bias', 'q', 's', .5, 'plain', 'kept');
PRAGMA application_id = 0x48425331;
PRAGMA user_version = 1;
