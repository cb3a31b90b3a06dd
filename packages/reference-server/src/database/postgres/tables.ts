/**
 * The tables of version 1: released, so never change them. The same as on SQLite. An autotest's `name` is a digest of its configuration and its external id, because an index can't
 * hold texts longer than 2,700 bytes. Bodies are stored outside their rows and uncompressed, so that part of a body can be read
 * without the rest. There are no foreign keys: each check would lock the run's row once more.
 */
export const TABLES = `
CREATE TABLE testpoint.runs (
  key bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  id uuid NOT NULL UNIQUE,
  project bigint,
  plan bigint,
  status text NOT NULL DEFAULT 'Pending',
  created_on text NOT NULL,
  started_on text,
  completed_on text,
  auto_tests integer NOT NULL DEFAULT 0,
  missing integer NOT NULL DEFAULT 0,
  results integer NOT NULL DEFAULT 0,
  passed integer NOT NULL DEFAULT 0,
  skipped integer NOT NULL DEFAULT 0,
  blocked integer NOT NULL DEFAULT 0,
  in_progress integer NOT NULL DEFAULT 0,
  failed integer NOT NULL DEFAULT 0
);
CREATE INDEX runs_by_project ON testpoint.runs (project, key);

CREATE TABLE testpoint.test_points (
  run bigint NOT NULL,
  number integer NOT NULL,
  configuration bigint,
  configuration_id text NOT NULL,
  test_case bigint,
  weight smallint NOT NULL DEFAULT 4,
  PRIMARY KEY (run, number)
) WITH (fillfactor = 80);
CREATE INDEX test_points_by_configuration ON testpoint.test_points (run, configuration);

CREATE TABLE testpoint.auto_tests (
  run bigint NOT NULL,
  number integer NOT NULL,
  name uuid NOT NULL,
  configuration_id text NOT NULL,
  configuration bigint,
  external_id text NOT NULL,
  weight smallint NOT NULL DEFAULT 4,
  result integer,
  PRIMARY KEY (run, number),
  UNIQUE (run, name)
) WITH (fillfactor = 80);

CREATE TABLE testpoint.point_auto_tests (
  run bigint NOT NULL,
  auto_test integer NOT NULL,
  point integer NOT NULL,
  PRIMARY KEY (run, auto_test, point)
);
CREATE INDEX auto_tests_by_point ON testpoint.point_auto_tests (run, point, auto_test);

CREATE TABLE testpoint.bodies (
  key bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  operation text NOT NULL,
  received_on text NOT NULL,
  json bytea NOT NULL
);
ALTER TABLE testpoint.bodies ALTER COLUMN json SET STORAGE EXTERNAL;

CREATE TABLE testpoint.results (
  run bigint NOT NULL,
  number integer NOT NULL,
  id uuid NOT NULL,
  auto_test integer NOT NULL,
  weight smallint NOT NULL,
  body bigint NOT NULL,
  start integer NOT NULL,
  length integer NOT NULL,
  PRIMARY KEY (run, number)
);

CREATE TABLE testpoint.attachments (
  id uuid PRIMARY KEY,
  name text NOT NULL,
  content_type text NOT NULL,
  size bigint NOT NULL,
  sha256 text NOT NULL,
  received_on text NOT NULL
);
`;

/** Version 2. Keys of large runs that are being written in several transactions. */
export const UNFINISHED = `
CREATE TABLE testpoint.unfinished (
  run bigint PRIMARY KEY
);
`;

/**
 * Also of version 2. Without statistics of `run`, PostgreSQL assumes that each run has 1/200 of the rows, and uses the index that finds the single
 * row. According to statistics that are older than a run, it has no rows, and each lookup could read all of it. A column loses its
 * old statistics when its type is set.
 */
export const NO_STATISTICS = ['test_points', 'auto_tests', 'point_auto_tests', 'results']
  .map((table) => `ALTER TABLE testpoint.${table} ALTER COLUMN run TYPE bigint, ALTER COLUMN run SET STATISTICS 0;`)
  .join('\n');

/** Version 3: several servers create runs in a different order than their times say. */
export const RUNS_BY_TIME = `
DROP INDEX testpoint.runs_by_project;
CREATE INDEX runs_by_project ON testpoint.runs (project, created_on, key);
CREATE INDEX runs_by_time ON testpoint.runs (created_on, key);
`;

/**
 * Version 4: the same test in different runs is one row of `tests`, found by its name; its history is the index
 * `auto_tests_by_name`. What the pages show of a result and of a run is in columns. `run_attachments` says which run names which
 * attachment.
 */
export const TESTS_AND_FACTS = `
CREATE TABLE testpoint.tests (
  name uuid PRIMARY KEY,
  configuration_id text NOT NULL,
  external_id text NOT NULL
);
INSERT INTO testpoint.tests SELECT DISTINCT ON (name) name, configuration_id, external_id FROM testpoint.auto_tests ORDER BY name;
CREATE INDEX tests_by_external_id ON testpoint.tests USING hash (external_id);
ALTER TABLE testpoint.auto_tests DROP COLUMN configuration_id, DROP COLUMN external_id;
ALTER TABLE testpoint.auto_tests DROP CONSTRAINT auto_tests_run_name_key;
CREATE UNIQUE INDEX auto_tests_by_name ON testpoint.auto_tests (name, run);

ALTER TABLE testpoint.results
  ADD COLUMN started bigint,
  ADD COLUMN duration bigint,
  ADD COLUMN attempts smallint NOT NULL DEFAULT 1,
  ADD COLUMN message text;
CREATE INDEX failed_results ON testpoint.results (run, number) WHERE weight IN (3, 5);

CREATE TABLE testpoint.run_attachments (
  run bigint NOT NULL,
  attachment uuid NOT NULL,
  PRIMARY KEY (run, attachment)
);
CREATE INDEX runs_by_attachment ON testpoint.run_attachments (attachment);

ALTER TABLE testpoint.runs
  ADD COLUMN branch text,
  ADD COLUMN commit_id text,
  ADD COLUMN job text,
  ADD COLUMN began bigint,
  ADD COLUMN ended bigint,
  ADD COLUMN version integer NOT NULL DEFAULT 0;
CREATE INDEX runs_by_plan ON testpoint.runs (plan, created_on, key);
`;

/** Version 5: who has signed in, and the name of the database, which is part of the cookie's name. */
export const SESSIONS = `
CREATE TABLE testpoint.sessions (
  digest text PRIMARY KEY,
  user_name text NOT NULL,
  key_digest text NOT NULL,
  expires bigint NOT NULL
);
CREATE TABLE testpoint.identity (id text NOT NULL);
INSERT INTO testpoint.identity VALUES (left(replace(gen_random_uuid()::text, '-', ''), 16));
`;

/** Version 6: which sessions sent the results of a run, and which results have a picture (1) or a trace (2). */
export const SENDERS = `
CREATE TABLE testpoint.run_sessions (
  run bigint NOT NULL,
  number integer NOT NULL,
  received_on text NOT NULL,
  json text NOT NULL,
  PRIMARY KEY (run, number)
);
ALTER TABLE testpoint.results ADD COLUMN session integer, ADD COLUMN evidence smallint NOT NULL DEFAULT 0;
`;

/** Version 7: what sessions call the configurations that they run in. */
export const CONFIGURATION_NAMES = `
CREATE TABLE testpoint.configuration_names (
  id text PRIMARY KEY,
  name text NOT NULL
);
`;
