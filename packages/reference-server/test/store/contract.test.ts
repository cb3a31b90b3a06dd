import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Outcome, RunStatus } from '@testpoint/interface';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { IS_LONG } from '../../../../scripts/is-long.js';
import { duration } from '../../../report/src/verdict/duration.js';
import { claim } from '../../src/blobs/claim.js';
import { FolderBlobs } from '../../src/blobs/folder.js';
import { openStore } from '../../src/database/open-store.js';
import { failureAt } from '../../src/database/page-queries.js';
import { type NewSender, senderNumber } from '../../src/database/senders.js';
import type { Delivery, Entry, NewPoint, NewResult, Part, Point, Store } from '../../src/database/store.js';
import type { Expired, Rows } from '../../src/database/views.js';
import { Postgres } from '../postgres.js';

const directory = mkdtempSync(join(tmpdir(), 'testpoint-store-'));
let postgres: Postgres | undefined;
afterAll(async () => {
  await postgres?.close();
  rmSync(directory, { recursive: true, force: true });
});

const stores: { name: string; open(): Promise<Store> }[] = [
  { name: 'SQLite in a file', open: () => openStore(join(directory, 'store.db')) },
  ...(IS_LONG ? [{ name: 'SQLite in memory', open: () => openStore(':memory:') }] : []),
  {
    name: 'PostgreSQL',
    open: async () => {
      postgres = await Postgres.start();
      return openStore(await postgres.database());
    },
  },
];

const CHROMIUM = 'aaaaaaaa-0000-4000-8000-000000000010';
const AT = '2026-01-31T12:00:00.000Z';
const LATER = '2026-01-31T13:00:00.000Z';
const FIRST = { after: 0, limit: 1_000_000 };

const NO_FACTS = { started: null, duration: null, attempts: 1, message: null };
const NO_RUN_FACTS = { branch: null, commit: null, job: null, began: null, ended: null, attachments: [] };

/** A test point of configuration 10, with its autotests. */
function point(testCase: number, ...autoTests: string[]): NewPoint {
  return { configuration: 10, configurationId: CHROMIUM, testCase, autoTests };
}

/** Results of autotests, as `{"n":0}`, `{"n":1}`, … in an array. */
function delivery(results: readonly (readonly [externalId: string, outcome: Outcome])[], more = {}): Delivery {
  const texts = results.map((_, index) => `{"n":${index}}`);
  let start = 1;
  const spans = texts.map(({ length }) => {
    const span = { start, length };
    start += length + 1;
    return span;
  });
  return {
    operation: 'addResults',
    receivedOn: LATER,
    body: Buffer.from(`[${texts.join(',')}]`),
    results: results.map(([externalId, outcome], index): NewResult => {
      const { start, length } = spans[index] ?? { start: 0, length: 0 };
      const result = { id: randomUUID(), configurationId: CHROMIUM, configuration: null, externalId, outcome };
      return { ...result, start, length, evidence: 0, ...NO_FACTS };
    }),
    facts: NO_RUN_FACTS,
    counts: true,
    open: false,
    ...more,
  };
}

describe.each(stores)('the store on $name', ({ open }) => {
  let store: Store;
  beforeAll(async () => {
    store = await open();
  }, 180_000);
  afterAll(() => store?.close());

  const newRun = async (points: NewPoint[], project = 1) => {
    const id = randomUUID();
    await store.createRun({ id, project, plan: 5, createdOn: AT, points });
    return id;
  };
  const points = async (run: string): Promise<Point[]> => {
    const all: Point[] = [];
    for (let after = 0, more = true; more; after = all.at(-1)?.cursor ?? 0) {
      const part = await store.points(run, { ...FIRST, after });
      all.push(...part.elements);
      more = part.more;
    }
    return all;
  };
  const entries = async (run: string, latest: boolean): Promise<Entry[]> => {
    const all: Entry[] = [];
    for (let after = 0, more = true; more; after = all.at(-1)?.cursor ?? 0) {
      const part = await store.results(run, { ...FIRST, after, latest, bodies: true });
      all.push(...part.elements);
      more = part.more;
    }
    return all;
  };
  const texts = (all: Entry[]) => all.map(({ body }) => Buffer.from(body ?? []).toString());

  it('says that it is reachable', async () => {
    await expect(store.check()).resolves.toBeUndefined();
  });

  it('counts a test point that is listed twice only once, and an autotest of two test cases, too', async () => {
    const run = await newRun([point(1, 'a', 'b'), point(1, 'a', 'b'), point(2, 'b', 'b'), point(3)]);
    expect(await store.viewRun(run)).toMatchObject({
      id: run,
      projectGlobalId: 1,
      testPlanGlobalId: 5,
      status: 'Pending',
      createdOn: AT,
      startedOn: null,
      completedOn: null,
      testPoints: { total: 3, Passed: 0, Skipped: 0, Blocked: 0, 'In progress': 3, Failed: 0 },
    });
    await store.addResults(run, delivery([['b', 'Failed']]));
    expect((await points(run)).map(({ testCase, status }) => [testCase, status])).toEqual([
      [1, 'Failed'],
      [2, 'Failed'],
      [3, 'In progress'],
    ]);
    expect((await points(run))[0]?.autoTests).toMatchObject([
      { externalId: 'a', status: 'In progress', filler: false, result: null },
      { externalId: 'b', status: 'Failed', filler: false },
    ]);
  });

  it('finds and lists nothing of a run that does not exist', async () => {
    const run = randomUUID();
    expect(await store.viewRun(run)).toBeUndefined();
    expect(await store.points(run, FIRST)).toEqual({ elements: [], more: false });
    expect(await store.addResults(run, delivery([['a', 'Passed']]))).toEqual({ reason: 'no run' });
    expect(await store.changeState(run, { to: 'Stopped', at: AT, makesRun: false })).toEqual({ reason: 'no run' });
  });

  it('sets a test point without autotests to Skipped when the run completes by itself', async () => {
    const run = await newRun([point(1, 'a'), point(2)]);
    await store.addResults(run, delivery([['a', 'Passed']]));
    expect(await store.viewRun(run)).toMatchObject({
      status: 'Completed',
      testPoints: { total: 2, Passed: 1, Skipped: 1, 'In progress': 0 },
    });
    expect((await points(run)).map(({ status }) => status)).toEqual(['Passed', 'Skipped']);
  });

  it('reads the test points with a status, a page at a time', async () => {
    const run = await newRun([point(1, 'a', 'x'), point(2, 'b'), point(3), point(4, 'a'), point(5, 'c')]);
    await store.addResults(
      run,
      delivery([
        ['a', 'Passed'],
        ['b', 'Skipped'],
        ['x', 'Passed'],
      ]),
    );
    await store.changeState(run, { to: 'Stopped', at: AT, makesRun: false });
    const casesOf = ({ elements, more }: Part<Point>) => ({ cases: elements.map(({ testCase }) => testCase), more });
    const skipped = await store.points(run, { after: 0, limit: 2, status: 'Skipped' });
    expect(casesOf(skipped)).toEqual({ cases: [2, 3], more: true });
    expect(skipped.elements.map(({ autoTests }) => autoTests.length)).toEqual([1, 0]);
    const { cursor = 0 } = skipped.elements[1] ?? {};
    expect(casesOf(await store.points(run, { after: cursor, limit: 2, status: 'Skipped' }))).toEqual({
      cases: [5],
      more: false,
    });
    const passed = await store.points(run, { ...FIRST, status: 'Passed' });
    expect(casesOf(passed)).toEqual({ cases: [1, 4], more: false });
    expect(passed.elements.map(({ autoTests }) => autoTests.map(({ externalId }) => externalId))).toEqual([
      ['a', 'x'],
      ['a'],
    ]);
    expect(casesOf(await store.points(run, { ...FIRST, status: 'Failed' }))).toEqual({ cases: [], more: false });
  });

  it('finds nothing after a cursor beyond 32 bits', async () => {
    const run = await newRun([point(1, 'a')]);
    await store.addResults(run, delivery([['a', 'Passed']]));
    const page = { after: 2 ** 31, limit: 10 };
    expect(await store.points(run, page)).toEqual({ elements: [], more: false });
    for (const latest of [true, false]) {
      expect(await store.results(run, { ...page, latest, bodies: true })).toEqual({ elements: [], more: false });
    }
  });

  it('lists runs of a project, newest first, a page at a time', async () => {
    const runs: string[] = [];
    for (let count = 0; count < 5; count++) {
      runs.unshift(await newRun([], 77));
      await newRun([], 78);
    }
    const list = async (selection: { after?: string; limit: number }) =>
      (await store.viewRuns({ project: 77, ...selection })).map(({ id }) => id);
    expect(await list({ limit: 9 })).toEqual(runs);
    expect(await list({ limit: 2, after: runs[1] ?? '' })).toEqual(runs.slice(2, 4));
    expect(await store.viewRuns({ limit: 10 })).toHaveLength(10);
  });

  it('lists the newest run first by its time, even if it was written before others', async () => {
    const ids = [randomUUID(), randomUUID(), randomUUID()] as const;
    for (const age of [0, 2, 1] as const) {
      const createdOn = new Date(Date.parse('2027-01-01') - age).toISOString();
      await store.createRun({ id: ids[age], project: 79, plan: 5, createdOn, points: [] });
    }
    for (const selection of [{}, { project: 79 }]) {
      const list = async (more: { after?: string }) =>
        (await store.viewRuns({ ...selection, ...more, limit: 2 })).map(({ id }) => id);
      expect(await list({})).toEqual(ids.slice(0, 2));
      expect((await list({ after: ids[1] }))[0]).toBe(ids[2]);
    }
  });

  it('returns each result with the bytes that arrived: the latest of each autotest, or all in order', async () => {
    const run = await newRun([point(1, 'a'), point(2, 'b'), point(3, 'c')]);
    const first = delivery([
      ['a', 'Passed'],
      ['b', 'Failed'],
      ['a', 'Blocked'],
    ]);
    const ids = first.results.map(({ id }) => id);
    expect(await store.addResults(run, first)).toBeUndefined();
    await store.addResults(run, delivery([['b', 'Skipped']]));
    const history = await entries(run, false);
    expect(texts(history)).toEqual(['{"n":0}', '{"n":1}', '{"n":2}', '{"n":0}']);
    expect(history.slice(0, 3).map(({ id }) => id)).toEqual(ids);
    expect(history[1]).toMatchObject({
      externalId: 'b',
      configurationId: CHROMIUM,
      configuration: 10,
      outcome: 'Failed',
      operation: 'addResults',
      receivedOn: LATER,
    });
    const latest = await entries(run, true);
    expect(latest.map(({ externalId, outcome, number }) => [externalId, outcome, number])).toEqual([
      ['a', 'Blocked', 3],
      ['b', 'Skipped', 4],
    ]);
    expect(texts(latest)).toEqual(['{"n":2}', '{"n":0}']);
    const { elements } = await store.results(run, { ...FIRST, latest: true, bodies: false });
    expect(elements.map(({ body }) => body)).toEqual([undefined, undefined]);
  });

  it('leaves the memory alone in which a body is only a part', async () => {
    const run = await newRun([point(1, 'a')]);
    const { body, ...rest } = delivery([['a', 'Passed']]);
    const memory = Buffer.alloc(body.length + 10);
    memory.set(body, 5);
    const part = memory.subarray(5, 5 + body.length);
    expect(await store.addResults(run, { ...rest, body: part })).toBeUndefined();
    expect(memory).toHaveLength(body.length + 10);
    expect(texts(await entries(run, true))).toEqual(['{"n":0}']);
  });

  it('refuses an array with a result that matches no autotest, and says which', async () => {
    const run = await newRun([point(1, 'a')]);
    const wrong = delivery([
      ['x', 'Passed'],
      ['a', 'Passed'],
      ['y', 'Passed'],
    ]);
    expect(await store.addResults(run, wrong)).toEqual({ reason: 'unmatched', places: [0, 2] });
    expect(await entries(run, false)).toEqual([]);
    expect(await store.viewRun(run)).toMatchObject({ status: 'Pending', testPoints: { 'In progress': 1 } });
  });

  it('completes a run with the last missing result, but not one that was stopped', async () => {
    const run = await newRun([point(1, 'a', 'b')]);
    await store.addResults(run, delivery([['a', 'Passed']]));
    expect(await store.viewRun(run)).toMatchObject({ status: 'Pending' });
    await store.addResults(run, delivery([['b', 'Failed']]));
    expect(await store.viewRun(run)).toMatchObject({
      status: 'Completed',
      completedOn: LATER,
      testPoints: { Failed: 1, total: 1 },
    });
    const stopped = await newRun([point(1, 'a')]);
    await store.changeState(stopped, { to: 'Stopped', at: AT, makesRun: false });
    await store.addResults(stopped, delivery([['a', 'Passed']]));
    expect(await store.viewRun(stopped)).toMatchObject({ status: 'Stopped', testPoints: { Passed: 1 } });
  });

  it('stores results that do not count only in the history', async () => {
    const run = await newRun([point(1, 'a')]);
    await store.addResults(run, delivery([['a', 'Passed']], { counts: false }));
    expect(await store.viewRun(run)).toMatchObject({ status: 'Pending', testPoints: { 'In progress': 1 } });
    expect(await entries(run, true)).toEqual([]);
    expect(await entries(run, false)).toHaveLength(1);
  });

  it('fills in Skipped when a run ends, and any real result outweighs it', async () => {
    const run = await newRun([point(1, 'a', 'b'), point(2, 'c'), point(3)]);
    await store.addResults(run, delivery([['a', 'Passed']]));
    await store.changeState(run, { to: 'In progress', at: AT, makesRun: false });
    expect(await store.viewRun(run)).toMatchObject({ status: 'In progress', startedOn: AT });
    await store.changeState(run, { to: 'Stopped', at: LATER, makesRun: false });
    expect(await store.viewRun(run)).toMatchObject({
      status: 'Stopped',
      completedOn: LATER,
      testPoints: { total: 3, Passed: 1, Skipped: 2, 'In progress': 0 },
    });
    expect((await points(run))[0]?.autoTests[1]).toMatchObject({ status: 'Skipped', filler: true });
    await store.addResults(run, delivery([['c', 'Blocked']]));
    expect(await store.viewRun(run)).toMatchObject({ testPoints: { Passed: 1, Skipped: 1, Blocked: 1 } });
    await store.changeState(run, { to: 'In progress', at: LATER, makesRun: false });
    expect(await store.viewRun(run)).toMatchObject({ startedOn: AT, completedOn: null });
  });

  it('refuses moves from states and results in states that are not allowed', async () => {
    const run = await newRun([point(1, 'a')]);
    const refusal = { reason: 'state', status: 'Pending' };
    expect(await store.changeState(run, { to: 'Stopped', from: ['In progress'], at: AT, makesRun: false })).toEqual(
      refusal,
    );
    expect(await store.addResults(run, delivery([['a', 'Passed']], { needs: 'In progress' }))).toEqual(refusal);
    expect(await entries(run, false)).toEqual([]);
  });

  it('creates the runs, autotests and test points that clients of an open server name, each once', async () => {
    const run = randomUUID();
    const many = Array.from({ length: 2100 }, (_, index) => [`test ${index % 2050}`, 'Passed'] as const);
    for (const results of [many.slice(0, 300), many, many]) {
      expect(await store.addResults(run, delivery(results, { open: true }))).toBeUndefined();
    }
    expect(await store.viewRun(run)).toMatchObject({
      projectGlobalId: null,
      status: 'Pending',
      testPoints: { total: 2050, Passed: 2050 },
    });
    expect((await points(run)).map(({ autoTests }) => autoTests[0]?.externalId)).toEqual(
      many.slice(0, 2050).map(([externalId]) => externalId),
    );
    expect(await entries(run, false)).toHaveLength(4500);
    const other = randomUUID();
    await store.changeState(other, { to: 'In progress', at: AT, makesRun: true });
    expect(await store.viewRun(other)).toMatchObject({ status: 'In progress', createdOn: AT });
  });

  it('deletes runs that are over and expired, with everything that no other run uses', async () => {
    const project = 91;
    const at = (day: number) => new Date(Date.UTC(2020, 0, day)).toISOString();
    const add = async (createdOn: string) => {
      const id = randomUUID();
      const many = Array.from({ length: 1200 }, (_, index) => point(index + 1, `expires ${index}`));
      await store.createRun({ id, project, plan: 5, createdOn, points: many });
      return id;
    };
    const [old, older, going] = [await add(at(2)), await add(at(1)), await add(at(1))];
    const [shared, own] = [randomUUID(), randomUUID()];
    for (const id of [shared, own]) {
      await store.insertAttachment({ id, name: 'a', contentType: 'b', size: 1, sha256: 'c', receivedOn: at(1) });
    }
    const names = Array.from({ length: 1200 }, (_, index) => [`expires ${index}`, 'Passed'] as const);
    const facts = { ...NO_RUN_FACTS, attachments: [shared] };
    await store.addResults(old, delivery(names, { facts }));
    await store.addResults(older, delivery(names, { facts: { ...facts, attachments: [shared, own] } }));
    await store.addResults(older, delivery(names.slice(0, 10)));
    const ours = async (expired: Expired) =>
      (await store.expiredRuns(expired)).filter((id) => new Set<string>([old, older, going]).has(id));
    expect(await ours({ before: at(3) })).toEqual([older, old]);
    expect(await ours({ before: at(2) })).toEqual([older]);
    expect(await ours({ beyond: 100_000 })).toEqual([]);
    expect(await ours({ beyond: 0 })).toEqual([older, old]);
    expect(await store.unusedAttachments(at(5))).toEqual([]);

    await store.deleteRun(older);
    expect(await store.viewRun(older)).toBeUndefined();
    expect(await ours({ before: at(3) })).toEqual([old]);
    expect(await store.unusedAttachments(at(5))).toEqual([own]);
    expect(await store.unusedAttachments(at(1))).toEqual([]);
    expect(await entries(old, true)).toHaveLength(1200);
    expect(JSON.parse((await store.history('expires 0', 10)).columns).runs.toSorted()).toEqual([old, going].toSorted());
    await store.deleteRun(older);
    for (const id of [shared, own]) await store.deleteAttachment(id);
    // The same id can be used again.
    await store.createRun({ id: older, project, plan: 5, createdOn: at(4), points: [point(1, 'expires 0')] });
    expect(await points(older)).toHaveLength(1);
    expect(await entries(older, false)).toEqual([]);
  });

  it('keeps its own id, and sessions until they expire or are deleted', async () => {
    expect(await store.identity()).toMatch(/^[0-9a-f]{16}$/);
    expect(await store.identity()).toBe(await store.identity());
    const session = { digest: 'ab', userName: 'ada \u0000', keyDigest: 'cd', expires: 1000 };
    await store.addSession(session, 0);
    expect(await store.findSession('ab', 999)).toEqual(session);
    expect(await store.findSession('ab', 1000)).toBeUndefined();
    await store.addSession({ ...session, digest: 'ef', expires: 5000 }, 2000);
    expect(await store.findSession('ab', 0)).toBeUndefined();
    await store.deleteSession('ef');
    expect(await store.findSession('ef', 0)).toBeUndefined();
  });

  describe('shows', () => {
    const facts = { ...NO_RUN_FACTS, branch: 'main', commit: 'abc', job: 'https://ci/"1"', began: 1000, ended: 4000 };
    const withFacts = (results: readonly (readonly [string, Outcome])[], more: Partial<NewResult>[]) => {
      const made = delivery(results, { facts });
      return { ...made, results: made.results.map((result, index) => ({ ...result, ...more[index] })) };
    };
    const columns = (rows: Rows) => JSON.parse(rows.columns);

    it('takes branch, commit and job of a run from the first result that names them', async () => {
      const run = await newRun([point(1, 'a')]);
      const [before] = (await store.viewRuns({ project: 1, plan: 5, status: 'Pending', limit: 100 })).filter(
        ({ id }) => id === run,
      );
      expect(before).toMatchObject({ results: 0, branch: null, commit: null, job: null, began: null, ended: null });
      await store.addResults(run, withFacts([['a', 'Passed']], []));
      await store.addResults(
        run,
        delivery([['a', 'Failed']], { facts: { ...facts, branch: 'other', began: 500, ended: 600 } }),
      );
      const after = await store.viewRun(run);
      expect(after).toMatchObject({ results: 2, branch: 'main', commit: 'abc', job: 'https://ci/"1"' });
      expect(after).toMatchObject({ began: 500, ended: 4000, status: 'Completed' });
      expect(after?.version).toBeGreaterThan(before?.version ?? 0);
      const [change] = await store.changes([run, randomUUID()]);
      expect(change).toEqual({ id: run, status: 'Completed', version: after?.version, results: 2 });
      expect(await store.viewRun(randomUUID())).toBeUndefined();
    });

    it('who sent the results of a run, in order of arrival, and which results are whose', async () => {
      const run = await newRun([point(1, 'a', 'b', 'c')]);
      const sender = (id: string, more = {}): NewSender => {
        const known = { id, tool: 't', framework: `${id} \u0000`, frameworkVersion: '1', startedAt: 1, ...more };
        return {
          number: senderNumber(known),
          json: JSON.stringify(known),
          environment: undefined,
          branch: null,
          commit: null,
        };
      };
      const [one, other] = [sender('one'), sender('another', { ci: { branch: 'main' } })];
      await store.changeState(run, { to: 'In progress', at: AT, sender: one, makesRun: false });
      await store.addResults(run, delivery([['a', 'Passed']], { sender: one }));
      await store.addResults(run, delivery([['b', 'Passed']], { sender: other }));
      await store.addResults(run, delivery([['c', 'Passed']]));
      const view = await store.viewRun(run);
      expect(view?.sessions).toEqual([JSON.parse(one.json), JSON.parse(other.json)]);
      expect(view?.branch).toBe('main');
      expect(columns(await store.rows(run, FIRST)).sessions).toEqual([one.number, other.number, null]);
      expect((await entries(run, true)).map(({ session }) => session)).toEqual([one.number, other.number, null]);
      await store.deleteRun(run);
      expect(await store.viewRun(run)).toBeUndefined();
    });

    it('the run before: the newest earlier one with a result of the first test in the same configuration', async () => {
      const first = await newRun([point(1, 'first of all', 'b')]);
      await store.addResults(first, delivery([['first of all', 'Failed']]));
      const withoutIt = await newRun([point(1, 'first of all', 'b')]);
      await store.addResults(withoutIt, delivery([['b', 'Passed']]));
      const last = await newRun([point(1, 'first of all')]);
      expect((await store.viewRun(last))?.before).toBeNull();
      await store.addResults(last, delivery([['first of all', 'Passed']]));
      expect((await store.viewRun(last))?.before).toBe(first);
      expect((await store.viewRun(first))?.before).toBeNull();
      const strip = columns(await store.historyOf(last, 1, 9));
      expect([strip.runs, strip.weights, strip.created, strip.durations]).toEqual([[first], [5], [AT], [null]]);
      expect(columns(await store.historyOf(last, 2, 9)).runs).toEqual([]);
    });

    it('the tests whose last result failed, newest run first', async () => {
      const add = async (outcomes: Record<string, Outcome>) => {
        const run = await newRun([point(1, 'failing 1', 'failing 2', 'failing 3')]);
        await store.addResults(run, delivery(Object.entries(outcomes)));
        return run;
      };
      const first = await add({ 'failing 1': 'Failed', 'failing 2': 'Blocked', 'failing 3': 'Failed' });
      const second = await add({ 'failing 2': 'Failed', 'failing 3': 'Passed' });
      await add({});
      await store.addResults(second, delivery([['failing 2', 'Failed']]));
      const { columns: text, more, last } = await store.failing({ run: Number.MAX_SAFE_INTEGER, number: 0 });
      const found = JSON.parse(text);
      const ours = found.ids.flatMap((id: string, index: number) => (id.startsWith('failing ') ? [index] : []));
      expect(ours.map((index: number) => [found.ids[index], found.runs[index]])).toEqual([
        ['failing 2', second],
        ['failing 1', first],
      ]);
      expect(more).toBe(false);
      expect(JSON.parse((await store.failing(failureAt(last))).columns).ids).toEqual([]);
    });

    it('runs by project, plan and state, newest first, a page at a time', async () => {
      const ids: string[] = [];
      for (let count = 0; count < 4; count++) ids.unshift(await newRun([], 81));
      await store.changeState(ids[0] ?? '', { to: 'Stopped', at: AT, makesRun: false });
      const list = async (filter: { status?: RunStatus; plan?: number; after?: string; limit: number }) =>
        (await store.viewRuns({ project: 81, ...filter })).map(({ id }) => id);
      expect(await list({ limit: 9 })).toEqual(ids);
      expect(await list({ limit: 2, after: ids[0] ?? '' })).toEqual(ids.slice(1, 3));
      expect(await list({ limit: 9, status: 'Pending' })).toEqual(ids.slice(1));
      expect(await list({ limit: 9, plan: 6 })).toEqual([]);
      expect(await list({ limit: 9, plan: 5, status: 'Stopped' })).toEqual(ids.slice(0, 1));
    });

    it('the current results of a run in order of arrival', async () => {
      const run = await newRun([point(1, 'a "quoted", [id]', 'b')]);
      const message = 'not \u0000 \ud800 "well"';
      await store.addResults(
        run,
        withFacts(
          [
            ['a "quoted", [id]', 'Failed'],
            ['b', 'Passed'],
          ],
          [],
        ),
      );
      await store.addResults(
        run,
        withFacts(
          [['a "quoted", [id]', 'Passed']],
          [{ started: 1000, duration: 20, attempts: 2, message, evidence: 3 }],
        ),
      );
      const all = await store.rows(run, { ...FIRST });
      expect(all).toMatchObject({ last: 3, more: false });
      expect(columns(all)).toEqual({
        numbers: [2, 3],
        ids: ['b', 'a "quoted", [id]'],
        configurations: [CHROMIUM, CHROMIUM],
        weights: [1, 1],
        starts: [null, 1000],
        durations: [null, 20],
        attempts: [1, 2],
        messages: [null, message],
        sessions: [null, null],
        evidence: [0, 3],
      });
      const part = await store.rows(run, { after: 0, limit: 1 });
      expect([columns(part).numbers, part.last, part.more]).toEqual([[], 1, true]);
      expect(columns(await store.rows(run, { ...FIRST, after: 3 })).numbers).toEqual([]);
    });

    it('rows with the last time there is, and with the longest duration', async () => {
      const run = await newRun([point(1, 'a')]);
      const extreme = { started: 8.64e15, duration: Number.MAX_SAFE_INTEGER, message: 'm' };
      await store.addResults(run, withFacts([['a', 'Failed']], [extreme]));
      const { starts, durations, messages } = columns(await store.rows(run, FIRST));
      expect([starts, durations, messages]).toEqual([[8.64e15], [Number.MAX_SAFE_INTEGER], ['m']]);
    });

    it('the latest results of a test over runs, newest first', async () => {
      const test = `history ${randomUUID()}`;
      const runs: string[] = [];
      for (const outcome of ['Passed', 'Failed', 'Skipped'] as const) {
        const run = await newRun([point(1, test)]);
        runs.unshift(run);
        await store.addResults(run, withFacts([[test, outcome]], [{ duration: 7 }]));
      }
      const waiting = await newRun([point(1, test)]);
      const { runs: ids, weights, durations, branches } = columns(await store.history(test, 10));
      expect(ids).toEqual([waiting, ...runs]);
      expect(weights).toEqual([4, 2, 5, 1]);
      expect(durations).toEqual([null, 7, 7, 7]);
      expect(branches).toEqual([null, 'main', 'main', 'main']);
      expect(columns(await store.history(test, 2)).runs).toEqual([waiting, runs[0]]);
      expect(columns(await store.history('no such test', 2)).runs).toEqual([]);
    });

    it('a time in whole seconds as one in each view', async () => {
      const test = `whole ${randomUUID()}`;
      const runs = [await newRun([point(1, test)]), await newRun([point(1, test)])];
      const [before = '', run = ''] = runs;
      for (const each of runs) await store.addResults(each, withFacts([[test, 'Failed']], [{ duration: 0 }]));
      const { durations, durationsBefore } = columns(await store.compare(run, before, { ...FIRST, missing: false }));
      const shown = [durations, durationsBefore, columns(await store.rows(run, FIRST)).durations];
      shown.push(columns(await store.historyOf(run, 1, 1)).durations);
      expect(shown.flat().map(duration)).toEqual(['< 1 s', '< 1 s', '< 1 s', '< 1 s']);
      await store.addResults(run, withFacts([[test, 'Failed']], [{ started: 1, duration: 0 }]));
      expect(columns(await store.history(test, 10)).durations.map(duration)).toEqual(['0 ms', '< 1 s']);
    });

    it('how the tests of two runs differ', async () => {
      const names = ['same', 'fixed', 'broken', 'slower', 'added', 'failing'].map((name) => `${name} ${randomUUID()}`);
      const [same = '', fixed = '', broken = '', slower = '', added = '', failing = ''] = names;
      const before = await newRun([point(1, same, fixed, broken, slower, failing)]);
      const after = await newRun([point(1, same, fixed, broken, slower, added, failing)]);
      const outcomes = (fixedOutcome: Outcome, brokenOutcome: Outcome) =>
        [
          [same, 'Passed'],
          [fixed, fixedOutcome],
          [broken, brokenOutcome],
          [slower, 'Passed'],
          [failing, 'Failed'],
        ] as const;
      await store.addResults(before, withFacts(outcomes('Failed', 'Passed'), [{}, {}, {}, { duration: 1000 }]));
      await store.addResults(after, withFacts(outcomes('Passed', 'Failed'), [{}, {}, {}, { duration: 2000 }]));
      const compared = columns(await store.compare(after, before, { ...FIRST, missing: false }));
      expect(compared.ids).toEqual([fixed, broken, slower, added, failing]);
      expect(compared.weights).toEqual([1, 5, 1, 4, 5]);
      expect(compared.weightsBefore).toEqual([5, 1, 1, null, 5]);
      expect(compared.durationsBefore[2]).toBe(1000);
      expect(columns(await store.compare(before, after, { ...FIRST, missing: true })).ids).toEqual([]);
      const more = await store.compare(after, before, { after: 0, limit: 5, missing: true });
      expect([columns(more).ids, more.last, more.more]).toEqual([[added], 5, true]);
    });
  });

  it('keeps simultaneous writes to one run separate, and large writes atomic', async () => {
    const many = Array.from({ length: 2500 }, (_, index) => point(index + 1, `test ${index}`));
    const run = await newRun(many);
    const large = delivery(many.map(({ autoTests: [name = ''] }) => [name, 'Failed'] as const));
    const small = Array.from({ length: 20 }, (_, index) => delivery([[`test ${index}`, 'Passed']]));
    await Promise.all([large, ...small].map((each) => store.addResults(run, each)));
    const history = await entries(run, false);
    expect(history.map(({ cursor }) => cursor)).toEqual(Array.from({ length: 2520 }, (_, index) => index + 1));
    const began = history.findIndex(({ id }) => id === large.results[0]?.id);
    expect(history.slice(began, began + 2500).map(({ id }) => id)).toEqual(large.results.map(({ id }) => id));
    // Later writes replaced results of the large one.
    const Passed = 20 - began;
    const testPoints = { total: 2500, Passed, Failed: 2500 - Passed, 'In progress': 0 };
    expect(await store.viewRun(run)).toMatchObject({ status: 'Completed', testPoints });
  });

  it('changes a run in the order of the calls, even if several wait for a large write', async () => {
    const many = Array.from({ length: 2500 }, (_, index) => `test ${index}`);
    const run = await newRun(many.map((name, index) => point(index + 1, name)));
    const large = () =>
      store.addResults(
        run,
        delivery(
          many.map((name) => [name, 'Passed']),
          { counts: false },
        ),
      );
    const stop = store.changeState.bind(store, run, { to: 'Stopped', at: AT, makesRun: false });
    expect(await Promise.all([large(), large(), large(), stop(), large()])).toEqual(Array(5).fill(undefined));
    expect(await store.viewRun(run)).toMatchObject({ status: 'Stopped', results: 10_000 });
    expect(await entries(run, false)).toHaveLength(10_000);
  });

  it.each([
    ['with NUL and half a surrogate pair', 'a\0b\ud800'],
    ['of 10,000 characters', Array.from({ length: 1000 }, (_, index) => `${index * 7919}`.padStart(10, 'é')).join('')],
  ])('accepts external ids %s', async (_, externalId) => {
    const run = await newRun([point(1, externalId), point(2, 'a\ufffdb')]);
    expect(await store.addResults(run, delivery([[externalId, 'Passed']]))).toBeUndefined();
    expect(await entries(run, true)).toMatchObject([{ externalId }]);
    expect((await points(run))[0]?.autoTests).toMatchObject([{ externalId, status: 'Passed' }]);
  });

  it('knows the GUID of a configuration by its global id', async () => {
    const run = await newRun([point(1, 'a')]);
    expect(await store.configurationId(run, 10)).toBe(CHROMIUM);
    expect(await store.configurationId(run, 11)).toBeUndefined();
  });

  it('keeps the last name of a configuration that a session gives', async () => {
    for (const name of ['before', 'a \u0000 name']) await store.nameConfiguration(CHROMIUM, name);
    expect((await store.configurationNames()).get(CHROMIUM)).toBe('a \u0000 name');
  });

  it('stores descriptions of attachments', async () => {
    const attachment = {
      id: randomUUID(),
      name: 'screen\0shot.png',
      contentType: 'image/png',
      size: 5_000_000_000,
      sha256: 'ab'.repeat(32),
      receivedOn: AT,
    };
    await store.insertAttachment(attachment);
    expect(await store.findAttachment(attachment.id)).toEqual(attachment);
    expect(await store.attachmentBytes()).toBe(attachment.size);
    expect(await store.knownAttachments([randomUUID(), attachment.id])).toEqual([attachment.id]);
    await store.deleteAttachment(attachment.id);
    expect(await store.findAttachment(attachment.id)).toBeUndefined();
  });

  it('does not count the attachment that marks a folder as unused', async () => {
    await claim(new FolderBlobs(mkdtempSync(join(directory, 'blobs-'))), store, 'the folder', () => {});
    expect(await store.unusedAttachments('9999')).toEqual([]);
  });
});
