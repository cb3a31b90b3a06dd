/** The format of the tables below. Steps lead from it to the format of today. */
export const FIRST_FORMAT = 4;

/**
 * Released, so never change them. `weight` is the interface's weight of a status (section 2), such as 4 for In progress. It is 0 for the Skipped that stop and
 * complete fill in, so that this never outweighs a real result. A test point's weight is the highest of its autotests' weights.
 * Test points, autotests and results are numbered in their run, from 1, in order of arrival.
 * External ids and names are JSON texts, in which NUL and lone surrogates are escaped.
 */
export const FIRST_TABLES = `
CREATE TABLE runs (
  key INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  project INTEGER,
  plan INTEGER,
  status TEXT NOT NULL,
  created_on TEXT NOT NULL,
  started_on TEXT,
  completed_on TEXT,
  auto_tests INTEGER NOT NULL DEFAULT 0,
  missing INTEGER NOT NULL DEFAULT 0, -- autotests without a real result
  results INTEGER NOT NULL DEFAULT 0,
  passed INTEGER NOT NULL DEFAULT 0, -- test points, here and below
  skipped INTEGER NOT NULL DEFAULT 0,
  blocked INTEGER NOT NULL DEFAULT 0,
  in_progress INTEGER NOT NULL DEFAULT 0,
  failed INTEGER NOT NULL DEFAULT 0
);

CREATE TABLE test_points (
  run INTEGER NOT NULL REFERENCES runs,
  number INTEGER NOT NULL,
  configuration INTEGER,
  configuration_id TEXT NOT NULL,
  test_case INTEGER,
  weight INTEGER NOT NULL DEFAULT 4,
  PRIMARY KEY (run, number)
) WITHOUT ROWID;
CREATE INDEX test_points_by_configuration ON test_points (run, configuration);

CREATE TABLE auto_tests (
  run INTEGER NOT NULL REFERENCES runs,
  number INTEGER NOT NULL,
  configuration_id TEXT NOT NULL,
  external_id TEXT NOT NULL,
  configuration INTEGER,
  weight INTEGER NOT NULL DEFAULT 4,
  result INTEGER, -- number of the latest
  PRIMARY KEY (run, number),
  UNIQUE (run, configuration_id, external_id)
) WITHOUT ROWID;

CREATE TABLE point_auto_tests (
  run INTEGER NOT NULL REFERENCES runs,
  auto_test INTEGER NOT NULL,
  point INTEGER NOT NULL,
  PRIMARY KEY (run, auto_test, point)
) WITHOUT ROWID;
CREATE INDEX auto_tests_by_point ON point_auto_tests (run, point, auto_test);

-- A body as received: JSON in UTF-8, in blocks, so that a result can be read without its neighbors.
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

-- The weight is that of the outcome.
CREATE TABLE results (
  run INTEGER NOT NULL REFERENCES runs,
  number INTEGER NOT NULL,
  id TEXT NOT NULL,
  auto_test INTEGER NOT NULL,
  weight INTEGER NOT NULL,
  body INTEGER NOT NULL REFERENCES bodies,
  start INTEGER NOT NULL, -- in the body, bytes
  length INTEGER NOT NULL,
  PRIMARY KEY (run, number)
) WITHOUT ROWID;

-- Runs and results that are being written in several transactions. Their rows from before a crash are deleted on the next start.
CREATE TABLE unfinished (
  run INTEGER PRIMARY KEY,
  body INTEGER -- of results, once it is stored
);

CREATE TABLE attachments (
  id TEXT PRIMARY KEY,
  name TEXT NOT NULL,
  content_type TEXT NOT NULL,
  size INTEGER NOT NULL,
  sha256 TEXT NOT NULL,
  received_on TEXT NOT NULL
) WITHOUT ROWID;
`;
