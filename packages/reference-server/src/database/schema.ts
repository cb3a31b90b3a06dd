/** Raised with every change of the tables; a file of another version is refused. */
export const SCHEMA_VERSION = 3;

/**
 * `weight` is the interface's weight of a status (section 2), 4 being In progress, or 0 for the Skipped that stop and
 * complete fill in: it never outweighs a real result. A test point's weight is the highest of its autotests'.
 * External ids and names are JSON texts, in which NUL and lone surrogates are escaped.
 */
export const SCHEMA = `
CREATE TABLE runs (
  key INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  project INTEGER,
  plan INTEGER,
  status TEXT NOT NULL,
  created_on TEXT NOT NULL,
  started_on TEXT,
  completed_on TEXT,
  missing INTEGER NOT NULL DEFAULT 0, -- autotests without a real result
  results INTEGER NOT NULL DEFAULT 0
);
CREATE INDEX runs_by_project ON runs (project);

CREATE TABLE test_points (
  key INTEGER PRIMARY KEY,
  run INTEGER NOT NULL REFERENCES runs,
  configuration INTEGER,
  configuration_id TEXT NOT NULL,
  test_case INTEGER,
  weight INTEGER NOT NULL DEFAULT 4,
  UNIQUE (run, configuration, test_case)
);
CREATE INDEX test_points_by_weight ON test_points (run, weight);
CREATE INDEX test_points_by_run ON test_points (run);

CREATE TABLE auto_tests (
  key INTEGER PRIMARY KEY,
  run INTEGER NOT NULL REFERENCES runs,
  configuration_id TEXT NOT NULL,
  external_id TEXT NOT NULL,
  configuration INTEGER,
  weight INTEGER NOT NULL DEFAULT 4,
  result INTEGER, -- number of the latest
  UNIQUE (run, configuration_id, external_id)
);
-- In the order in which they came into being, so that a page of them is read without those before and after it.
CREATE INDEX auto_tests_with_result ON auto_tests (run) WHERE result IS NOT NULL;

CREATE TABLE point_auto_tests (
  auto_test INTEGER NOT NULL REFERENCES auto_tests,
  point INTEGER NOT NULL REFERENCES test_points,
  PRIMARY KEY (auto_test, point)
) WITHOUT ROWID;
CREATE INDEX auto_tests_by_point ON point_auto_tests (point);

-- A body as it came: JSON in UTF-8, in blocks, so that a result is read without its neighbours.
CREATE TABLE bodies (
  key INTEGER PRIMARY KEY,
  operation TEXT NOT NULL,
  received_on TEXT NOT NULL
);
CREATE TABLE body_blocks (
  body INTEGER NOT NULL REFERENCES bodies,
  number INTEGER NOT NULL, -- from 0
  json BLOB NOT NULL,
  UNIQUE (body, number)
);

-- Numbered from 1 in the order in which they came into their run; the weight is their outcome's.
CREATE TABLE results (
  run INTEGER NOT NULL REFERENCES runs,
  number INTEGER NOT NULL,
  id TEXT NOT NULL,
  auto_test INTEGER NOT NULL REFERENCES auto_tests,
  weight INTEGER NOT NULL,
  body INTEGER NOT NULL REFERENCES bodies,
  start INTEGER NOT NULL, -- in the body, bytes
  length INTEGER NOT NULL,
  PRIMARY KEY (run, number)
) WITHOUT ROWID;

CREATE TABLE attachments (
  id TEXT PRIMARY KEY,
  name TEXT NOT NULL,
  content_type TEXT NOT NULL,
  size INTEGER NOT NULL,
  sha256 TEXT NOT NULL,
  received_on TEXT NOT NULL
) WITHOUT ROWID;
`;
