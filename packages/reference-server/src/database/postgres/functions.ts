/**
 * A plan lives as long as its connection, and a plan made while the tables were small must not read a whole run later. So
 * rows are looked up one by one, always with the index that finds the single row (see NO_STATISTICS). `LATERAL` with `OFFSET 0`
 * fixes the order of a join, and the rows found are updated by their `ctid`. Everything that changes a run locks its row in
 * `runs` first, so changes to one run happen one after the other, and nothing else moves these rows.
 */
const SETTINGS = `
LANGUAGE plpgsql
SET search_path = testpoint, pg_temp
SET enable_seqscan = off
SET enable_hashjoin = off
SET enable_mergejoin = off
`;

/**
 * Changes to a run as SQL functions: one call is one transaction. If the server sent each statement by itself, it would hold the
 * run's lock while it is busy with other requests. Each upgrade deletes all functions and creates these.
 */
export const FUNCTIONS = `
DO $$ DECLARE
  old regprocedure;
BEGIN
  FOR old IN SELECT oid FROM pg_proc WHERE pronamespace = 'testpoint'::regnamespace LOOP
    EXECUTE 'DROP FUNCTION ' || old;
  END LOOP;
END $$;

-- Locks the run and returns it. With makes_run, creates it if it is missing.
CREATE FUNCTION testpoint.lock_run(run_id uuid, makes_run boolean, made_on text) RETURNS testpoint.runs ${SETTINGS} AS $$
DECLARE
  r runs;
BEGIN
  SELECT * INTO r FROM runs WHERE id = run_id FOR UPDATE;
  IF NOT FOUND AND makes_run THEN
    INSERT INTO runs (id, created_on) VALUES (run_id, made_on) ON CONFLICT (id) DO NOTHING;
    SELECT * INTO r FROM runs WHERE id = run_id FOR UPDATE;
  END IF;
  RETURN r;
END $$;

CREATE FUNCTION testpoint.save_run(r testpoint.runs) RETURNS void ${SETTINGS} AS $$
BEGIN
  UPDATE runs SET status = r.status, started_on = r.started_on, completed_on = r.completed_on,
    auto_tests = r.auto_tests, missing = r.missing, results = r.results,
    passed = r.passed, skipped = r.skipped, blocked = r.blocked, in_progress = r.in_progress, failed = r.failed,
    branch = r.branch, commit_id = r.commit_id, job = r.job, began = r.began, ended = r.ended, version = r.version + 1
  WHERE key = r.key;
END $$;

-- Gives test points the highest weight of their autotests, and updates the run's counts.
CREATE FUNCTION testpoint.weigh(r testpoint.runs, numbers integer[]) RETURNS testpoint.runs ${SETTINGS} AS $$
DECLARE
  more record;
BEGIN
  WITH weighed AS MATERIALIZED (
    SELECT t.place, t.before, coalesce((
      SELECT max(a.weight) FROM point_auto_tests l CROSS JOIN LATERAL (
        SELECT weight FROM auto_tests WHERE run = r.key AND number = l.auto_test OFFSET 0
      ) a
      WHERE l.run = r.key AND l.point = n.number), 0) AS after
    FROM unnest(numbers) AS n (number) CROSS JOIN LATERAL (
      SELECT ctid AS place, weight AS before FROM test_points WHERE run = r.key AND number = n.number OFFSET 0
    ) t
  ), updated AS (
    UPDATE test_points t SET weight = w.after FROM weighed w WHERE t.ctid = w.place AND w.before <> w.after
  )
  SELECT coalesce(sum((after = 1)::int - (before = 1)::int), 0) AS passed,
    coalesce(sum((after IN (0, 2))::int - (before IN (0, 2))::int), 0) AS skipped,
    coalesce(sum((after = 3)::int - (before = 3)::int), 0) AS blocked,
    coalesce(sum((after = 4)::int - (before = 4)::int), 0) AS in_progress,
    coalesce(sum((after = 5)::int - (before = 5)::int), 0) AS failed
  INTO more FROM weighed;
  r.passed := r.passed + more.passed;
  r.skipped := r.skipped + more.skipped;
  r.blocked := r.blocked + more.blocked;
  r.in_progress := r.in_progress + more.in_progress;
  r.failed := r.failed + more.failed;
  RETURN r;
END $$;

-- Notes who sent something to a run. The number is null if the request does not say it.
CREATE FUNCTION testpoint.note_session(run_key bigint, number integer, given_on text, json text) RETURNS void ${SETTINGS} AS $$
BEGIN
  IF number IS NOT NULL THEN
    INSERT INTO run_sessions VALUES (run_key, number, given_on, json) ON CONFLICT DO NOTHING;
  END IF;
END $$;

CREATE FUNCTION testpoint.change_state(
  run_id uuid, target text, allowed text[], changed_on text, makes_run boolean, session integer, session_json text
) RETURNS jsonb ${SETTINGS} AS $$
DECLARE
  r runs := lock_run(run_id, makes_run, changed_on);
BEGIN
  IF r.key IS NULL THEN
    RETURN jsonb_build_object('reason', 'no run');
  END IF;
  IF NOT r.status = ANY (allowed) THEN
    RETURN jsonb_build_object('reason', 'state', 'status', r.status);
  END IF;
  IF target = 'In progress' THEN
    r.started_on := coalesce(r.started_on, changed_on);
    r.completed_on := NULL;
  ELSE
    UPDATE auto_tests SET weight = 0 WHERE run = r.key AND weight = 4;
    r := weigh(r, ARRAY(SELECT number FROM test_points WHERE run = r.key AND weight = 4));
    r.completed_on := changed_on;
  END IF;
  r.status := target;
  PERFORM note_session(r.key, session, changed_on, session_json);
  PERFORM save_run(r);
  RETURN NULL;
END $$;

-- Arrays are in the order of the results. configuration_ids, configurations and external_ids are used only by an open server.
CREATE FUNCTION testpoint.add_results(
  run_id uuid, given_operation text, given_on text, given_json bytea,
  ids uuid[], names uuid[], weights smallint[], starts integer[], lengths integer[],
  configuration_ids text[], configurations bigint[], external_ids text[],
  is_counted boolean, needed text, is_open boolean,
  starts_of_tests bigint[], durations bigint[], attempts smallint[], messages text[],
  given_branch text, given_commit text, given_job text, given_began bigint, given_ended bigint, attachments uuid[],
  evidence smallint[], given_session integer, session_json text
) RETURNS jsonb ${SETTINGS} AS $$
DECLARE
  r runs := lock_run(run_id, is_open, given_on);
  found integer[];
  befores smallint[];
  body_key bigint;
  points integer;
  made integer;
  changed integer[];
  settled integer;
BEGIN
  IF r.key IS NULL THEN
    RETURN jsonb_build_object('reason', 'no run');
  END IF;
  IF r.status <> needed THEN
    RETURN jsonb_build_object('reason', 'state', 'status', r.status);
  END IF;
  IF cardinality(ids) = 0 THEN
    RETURN NULL;
  END IF;

  LOOP
    SELECT array_agg(a.number ORDER BY g.place), array_agg(a.weight ORDER BY g.place) INTO found, befores
    FROM unnest(names) WITH ORDINALITY AS g (name, place) LEFT JOIN LATERAL (
      SELECT number, weight FROM auto_tests WHERE run = r.key AND name = g.name OFFSET 0
    ) a ON true;
    EXIT WHEN array_position(found, NULL) IS NULL;
    IF NOT is_open THEN
      RETURN jsonb_build_object('reason', 'unmatched', 'places', (
        SELECT jsonb_agg(g.place - 1 ORDER BY g.place) FROM unnest(found) WITH ORDINALITY AS g (number, place)
        WHERE g.number IS NULL));
    END IF;
    points := r.passed + r.skipped + r.blocked + r.in_progress + r.failed;
    WITH missing AS (
      SELECT DISTINCT ON (g.name) g.*
      FROM unnest(found, names, configuration_ids, configurations, external_ids) WITH ORDINALITY
        AS g (number, name, configuration_id, configuration, external_id, place)
      WHERE g.number IS NULL ORDER BY g.name, g.place
    ), numbered AS (
      SELECT m.*, row_number() OVER (ORDER BY m.place) AS index FROM missing m
    ), with_tests AS (
      INSERT INTO tests (name, configuration_id, external_id)
      SELECT m.name, m.configuration_id, m.external_id FROM missing m ORDER BY m.name ON CONFLICT (name) DO NOTHING
    ), with_points AS (
      INSERT INTO test_points (run, number, configuration, configuration_id)
      SELECT r.key, points + n.index, n.configuration, n.configuration_id FROM numbered n
    ), with_links AS (
      INSERT INTO point_auto_tests (run, auto_test, point)
      SELECT r.key, r.auto_tests + n.index, points + n.index FROM numbered n
    )
    INSERT INTO auto_tests (run, number, name, configuration)
    SELECT r.key, r.auto_tests + n.index, n.name, n.configuration FROM numbered n;
    GET DIAGNOSTICS made = ROW_COUNT;
    r.auto_tests := r.auto_tests + made;
    r.missing := r.missing + made;
    r.in_progress := r.in_progress + made;
  END LOOP;

  INSERT INTO bodies (operation, received_on, json) VALUES (given_operation, given_on, given_json)
  RETURNING key INTO body_key;
  INSERT INTO results (run, number, id, auto_test, weight, body, start, length, started, duration, attempts, message, evidence, session)
  SELECT r.key, r.results + g.place, g.id, g.auto_test, g.weight, body_key, g.start, g.length,
    g.started, g.duration, g.attempts, g.message, coalesce(g.evidence, 0), given_session
  FROM unnest(ids, found, weights, starts, lengths, starts_of_tests, durations, attempts, messages, evidence) WITH ORDINALITY
    AS g (id, auto_test, weight, start, length, started, duration, attempts, message, evidence, place);
  PERFORM note_session(r.key, given_session, given_on, session_json);
  IF cardinality(attachments) > 0 THEN
    INSERT INTO run_attachments (run, attachment) SELECT r.key, unnest(attachments) ON CONFLICT DO NOTHING;
  END IF;
  r.branch := coalesce(r.branch, given_branch);
  r.commit_id := coalesce(r.commit_id, given_commit);
  r.job := coalesce(r.job, given_job);
  r.began := least(r.began, given_began);
  r.ended := greatest(r.ended, given_ended);

  IF is_counted THEN
    WITH latest AS MATERIALIZED (
      SELECT DISTINCT ON (g.auto_test) g.auto_test, g.before, g.weight, g.place
      FROM unnest(found, befores, weights) WITH ORDINALITY AS g (auto_test, before, weight, place)
      ORDER BY g.auto_test, g.place DESC
    ), rows_of_latest AS MATERIALIZED (
      SELECT l.place, l.weight, (SELECT ctid FROM auto_tests WHERE run = r.key AND number = l.auto_test) AS row_place
      FROM latest l
    ), updated AS (
      UPDATE auto_tests a SET result = r.results + l.place, weight = l.weight FROM rows_of_latest l
      WHERE a.ctid = l.row_place
    )
    SELECT array_agg(l.auto_test) FILTER (WHERE l.before <> l.weight), count(*) FILTER (WHERE l.before IN (0, 4))
    INTO changed, settled FROM latest l;
    r.missing := r.missing - settled;
    r := weigh(r, ARRAY(
      SELECT DISTINCT l.point FROM unnest(changed) AS c (number) CROSS JOIN LATERAL (
        SELECT point FROM point_auto_tests WHERE run = r.key AND auto_test = c.number OFFSET 0
      ) l));
    IF r.missing = 0 AND NOT is_open AND r.status IN ('Pending', 'In progress') THEN
      IF r.in_progress > 0 THEN
        r := weigh(r, ARRAY(SELECT number FROM test_points WHERE run = r.key AND weight = 4));
      END IF;
      r.status := 'Completed';
      r.completed_on := given_on;
    END IF;
  END IF;
  r.results := r.results + cardinality(ids);
  PERFORM save_run(r);
  RETURN NULL;
END $$;
`;
