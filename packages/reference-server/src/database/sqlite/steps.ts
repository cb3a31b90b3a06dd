import { type Fill, fillResults } from './fill-results.js';

/** One step from a format of the tables to the next. */
export interface Step {
  sql: string;
  /** Fills new columns from the bodies. */
  fill?: Fill;
}

/**
 * The same test in different runs is one row of `tests`: its history is the index `auto_tests_by_test`. Columns that begin with the
 * message are what the pages show of a result. `run_attachments` says which run names which attachment.
 */
const TESTS_AND_FACTS = `
CREATE TABLE tests (
  key INTEGER PRIMARY KEY,
  configuration_id TEXT NOT NULL,
  external_id TEXT NOT NULL,
  UNIQUE (external_id, configuration_id)
);
INSERT INTO tests (configuration_id, external_id)
  SELECT DISTINCT configuration_id, external_id FROM auto_tests ORDER BY external_id, configuration_id;

ALTER TABLE auto_tests RENAME TO former_auto_tests;
CREATE TABLE auto_tests (
  run INTEGER NOT NULL REFERENCES runs,
  number INTEGER NOT NULL,
  test INTEGER NOT NULL REFERENCES tests,
  configuration INTEGER,
  weight INTEGER NOT NULL DEFAULT 4,
  result INTEGER, -- number of the latest
  PRIMARY KEY (run, number)
) WITHOUT ROWID;
INSERT INTO auto_tests (run, number, test, configuration, weight, result)
  SELECT run, number, key, configuration, weight, result FROM former_auto_tests
  CROSS JOIN tests USING (configuration_id, external_id) ORDER BY run, number;
DROP TABLE former_auto_tests;
CREATE UNIQUE INDEX auto_tests_by_test ON auto_tests (test, run);

ALTER TABLE results RENAME TO former_results;
CREATE TABLE results (
  run INTEGER NOT NULL REFERENCES runs,
  number INTEGER NOT NULL,
  id TEXT NOT NULL,
  auto_test INTEGER NOT NULL,
  weight INTEGER NOT NULL,
  body INTEGER NOT NULL REFERENCES bodies,
  start INTEGER NOT NULL, -- in the body, bytes
  length INTEGER NOT NULL,
  started INTEGER, -- epoch milliseconds
  duration INTEGER, -- milliseconds
  attempts INTEGER NOT NULL DEFAULT 1,
  message TEXT, -- its first characters
  PRIMARY KEY (run, number)
) WITHOUT ROWID;
CREATE INDEX failed_results ON results (run, number) WHERE weight IN (3, 5);

CREATE TABLE run_attachments (
  run INTEGER NOT NULL REFERENCES runs,
  attachment TEXT NOT NULL,
  PRIMARY KEY (run, attachment)
) WITHOUT ROWID;
CREATE INDEX runs_by_attachment ON run_attachments (attachment);

ALTER TABLE runs ADD COLUMN branch TEXT;
ALTER TABLE runs ADD COLUMN commit_id TEXT;
ALTER TABLE runs ADD COLUMN job TEXT;
ALTER TABLE runs ADD COLUMN began INTEGER; -- start of the first result and end of the last, epoch milliseconds
ALTER TABLE runs ADD COLUMN ended INTEGER;
ALTER TABLE runs ADD COLUMN version INTEGER NOT NULL DEFAULT 0; -- grows with every change
CREATE INDEX IF NOT EXISTS runs_by_time ON runs (created_on);
CREATE INDEX IF NOT EXISTS runs_of_project_by_time ON runs (project, created_on);
CREATE INDEX runs_of_plan_by_time ON runs (plan, created_on);
`;

/** Who has signed in, and the name of the database, which is part of the cookie's name. */
const SESSIONS = `
CREATE TABLE sessions (
  digest TEXT PRIMARY KEY,
  user_name TEXT NOT NULL,
  key_digest TEXT NOT NULL,
  expires INTEGER NOT NULL
) WITHOUT ROWID;
CREATE TABLE identity (id TEXT NOT NULL);
INSERT INTO identity VALUES (lower(hex(randomblob(8))));
`;

/** Which sessions sent the results of a run, and which results have a picture (1) or a trace (2). */
const SENDERS = `
CREATE TABLE run_sessions (
  run INTEGER NOT NULL REFERENCES runs,
  number INTEGER NOT NULL, -- a digest of the session's id
  received_on TEXT NOT NULL,
  json TEXT NOT NULL,
  PRIMARY KEY (run, number)
) WITHOUT ROWID;
ALTER TABLE results ADD COLUMN session INTEGER; -- its number
ALTER TABLE results ADD COLUMN evidence INTEGER NOT NULL DEFAULT 0;
`;

/** What sessions call the configurations that they run in. */
const CONFIGURATION_NAMES = `
CREATE TABLE configuration_names (
  id TEXT PRIMARY KEY,
  name TEXT NOT NULL
) WITHOUT ROWID;
`;

/** From the first format on. Never change a released step: add another. */
export const STEPS: readonly Step[] = [
  { sql: TESTS_AND_FACTS, fill: fillResults },
  { sql: SESSIONS },
  { sql: SENDERS },
  { sql: CONFIGURATION_NAMES },
];
