import { existsSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { describe, expect, it } from 'vitest';
import { flush } from '../src/delivery/flush.js';
import { sessionName } from '../src/outbox/read/sessions.js';
import { deliverySettings, KEY, numbered, RUN, TestJournal } from './journals.js';
import { idsIn, useStrictService } from './use-strict-service.js';

/** A run that the journal creates. */
const OWN_RUN = {
  create: {
    projectGlobalId: 1,
    testPlanGlobalId: 2,
    testPoints: [{ configurationGlobalId: 7, testCaseGlobalId: 8 }],
  },
};

const start = useStrictService();

describe('flush', () => {
  it('delivers every result of a journal once, in arrays, and deletes the journal', async () => {
    const tms = await start();
    const journal = new TestJournal();
    for (const id of numbered(250)) journal.result(id);
    journal.end();
    const report = await flush({ directory: journal.outbox, settings: deliverySettings(tms.url) });
    expect(report).toMatchObject({ left: 0, isClean: true });
    expect(idsIn(tms).sort()).toEqual(numbered(250).sort());
    expect(tms.requests.length).toBe(3);
    expect(tms.violations).toEqual([]);
    expect(existsSync(journal.directory)).toBe(false);
  });

  it('sends large results in short arrays, so that a slow link soon brings an answer', async () => {
    const lengths: number[] = [];
    const intercept = (request: IncomingMessage) => {
      lengths.push(Number(request.headers['content-length']));
      return false;
    };
    const tms = await start({ intercept });
    const journal = new TestJournal();
    for (const id of numbered(30)) journal.result(id.padEnd(20_000, '.'));
    journal.end();
    await flush({ directory: journal.outbox, settings: deliverySettings(tms.url) });
    expect(idsIn(tms).length).toBe(30);
    expect(Math.max(...lengths)).toBeLessThanOrEqual(128 * 1024);
  });

  it('finds the body anywhere in a line: within, across and beyond the part that is read as text', async () => {
    const tms = await start();
    const journal = new TestJournal();
    const ids = Array.from({ length: 255 }, (_, index) => `${index}`.padEnd(200 + index, 'é'));
    for (const id of ids) journal.result(id);
    journal.end();
    const report = await flush({ directory: journal.outbox, settings: deliverySettings(tms.url) });
    expect(report).toMatchObject({ left: 0, isClean: true });
    expect(idsIn(tms).sort()).toEqual(ids.sort());
  });

  it('creates, starts and completes the run that the journal asks for', async () => {
    const tms = await start();
    const journal = new TestJournal(OWN_RUN);
    journal.result('one');
    journal.end('complete');
    await flush({ directory: journal.outbox, settings: deliverySettings(tms.url) });
    expect(tms.runEvents.map((event) => event.split(' ')[0])).toEqual(['Create', 'Start', 'Complete']);
    expect(tms.violations).toEqual([]);
  });

  it('says who ran the suite when it starts the run and sends results, without the host, secrets, and more than fits', async () => {
    const sent: string[] = [];
    const intercept = ({ url, headers }: IncomingMessage) => {
      const header = String(headers['testpoint-session'] ?? '');
      sent.push(`${url?.split('/')[3]} ${header === '' ? 'without' : header}`);
      return false;
    };
    const tms = await start({ intercept });
    const view = {
      machine: { host: 'my-host', os: 'Linux 6.1', node: 'v24.0.0' },
      ci: { system: 'GitLab CI', branch: `keys/${KEY}`, commit: 'abc', jobUrl: 'https://ci.example.org/1' },
      environment: '测'.repeat(500),
    };
    const journal = new TestJournal(OWN_RUN, {}, 5, { view });
    journal.result('one');
    journal.end('complete');
    await flush({ directory: journal.outbox, settings: deliverySettings(tms.url) });
    const [, header = ''] = sent.find((line) => line.startsWith('StartTestRun'))?.split(' ') ?? [];
    expect(sent.map((line) => line.replace(header, 'with'))).toEqual([
      ...['CreateTestRun without', 'StartTestRun with', 'testRuns with', 'CompleteTestRun without'],
    ]);
    expect(tms.violations).toEqual([]);
    expect(JSON.parse(Buffer.from(header, 'base64url').toString())).toEqual({
      id: sessionName(journal.directory),
      ...{ tool: 'testpoint test', framework: 'test', frameworkVersion: '1', startedAt: 5 },
      machine: { os: 'Linux 6.1', node: 'v24.0.0' },
      ci: { system: 'GitLab CI', branch: 'keys/***', commit: 'abc' },
      environment: '测'.repeat(100),
    });
  });

  it('creates a run from the test cases that the tests named', async () => {
    const tms = await start();
    const journal = new TestJournal({ create: { projectGlobalId: 1, testPlanGlobalId: 2, testPoints: 'from-tests' } });
    journal.result('one', { testCases: [101, 102] });
    journal.result('two', { testCases: [101] });
    journal.end('complete');
    await flush({ directory: journal.outbox, settings: deliverySettings(tms.url) });
    expect(JSON.parse(tms.runEvents[0]?.slice('Create '.length) ?? '').testPoints).toEqual([
      { configurationGlobalId: 7, testCaseGlobalId: 101 },
      { configurationGlobalId: 7, testCaseGlobalId: 102 },
    ]);
    expect(idsIn(tms).sort()).toEqual(['one', 'two']);
  });

  it('sends each result once if all test points of the run are known before the first result', async () => {
    const tms = await start();
    const journal = new TestJournal({ create: { projectGlobalId: 1, testPlanGlobalId: 2, testPoints: 'from-tests' } });
    journal.entry({
      ...{ kind: 'plan', complete: true },
      testPoints: [{ configurationGlobalId: 7, testCaseGlobalId: 101 }],
    });
    journal.result('one', { testCases: [101] });
    journal.result('two', { testCases: [101] });
    journal.end('complete');
    const report = await flush({ directory: journal.outbox, settings: deliverySettings(tms.url) });
    expect(report).toMatchObject({ left: 0, isClean: true });
    expect(idsIn(tms)).toEqual(['one', 'two']);
  });

  it('stops the run of a session that died, and sends the last provisional result of tests that have no other', async () => {
    const tms = await start();
    const journal = new TestJournal(OWN_RUN);
    journal.result('retried', { kind: 'provisional', key: 1 }, { outcome: 'Failed' });
    journal.result('cut short', { kind: 'provisional', key: 2 }, { outcome: 'Failed', message: 'first' });
    journal.result('cut short', { kind: 'provisional', key: 2 }, { outcome: 'Failed', message: 'second' });
    journal.result('unchanged', { kind: 'provisional', key: 13 });
    journal.result('with a file', { kind: 'provisional', key: 4, attachments: [] }, { outcome: 'Failed' });
    journal.result('retried', { key: 1 });
    journal.entry({ kind: 'settled', key: 13, of: 4, others: [4, 5] });
    journal.raw('{"kind":"provisional","key":2,"id":"torn","body":{"message":"a}\n');
    journal.raw('{"kind":"result","id":"torn');
    await flush({ directory: journal.outbox, settings: deliverySettings(tms.url) });
    expect(tms.results.map(({ body }) => [body.autoTestExternalId, body.outcome, body.message])).toEqual([
      ['retried', 'Passed', undefined],
      ['unchanged', 'Passed', undefined],
      ['with a file', 'Failed', undefined],
      ['cut short', 'Failed', 'second'],
    ]);
    expect(tms.runEvents.map((event) => event.split(' ')[0])).toEqual(['Create', 'Start', 'Stop']);
  });

  it('creates no run for a session that died before it recorded anything', async () => {
    const tms = await start();
    const journal = new TestJournal(OWN_RUN);
    const report = await flush({ directory: journal.outbox, settings: deliverySettings(tms.url) });
    expect(report.isClean).toBe(true);
    expect(tms.requests).toEqual([]);
  });

  it('ends a run whose results were all delivered before the session died', async () => {
    let refuse = true;
    const tms = await start({
      intercept: (request, response) => {
        if (!refuse || !request.url?.includes('Complete')) return false;
        request.resume();
        response.writeHead(401).end();
        return true;
      },
    });
    const journal = new TestJournal();
    journal.result('one');
    journal.end('complete');
    const settings = deliverySettings(tms.url);
    expect((await flush({ directory: journal.outbox, settings })).sessions[0]).toMatchObject({
      sent: 1,
      outcome: 'left',
    });
    refuse = false;
    expect((await flush({ directory: journal.outbox, settings })).isClean).toBe(true);
    expect(tms.runEvents).toEqual([`Complete ${RUN}`]);
    expect(idsIn(tms)).toEqual(['one']);
  });

  it('never starts a run that the session was given', async () => {
    const tms = await start();
    const journal = new TestJournal();
    journal.result('one');
    await flush({ directory: journal.outbox, settings: deliverySettings(tms.url) });
    expect(tms.runEvents).toEqual([]);
    expect(tms.results.map(({ runId }) => runId)).toEqual([RUN]);
  });

  it('finds the configuration for results whose session knew none, and never uses another project’s', async () => {
    const tms = await start();
    const journal = new TestJournal();
    const unknown = { configurationId: undefined };
    journal.result('of chromium', { ...unknown, configurationFor: 'chromium' }, unknown);
    journal.result('of firefox', { ...unknown, configurationFor: 'firefox' }, unknown);
    const id = '99999999-2222-3333-4444-555555555555';
    const settings = deliverySettings(tms.url, {
      configurations: { chromium: { id }, firefox: { globalId: 5 } },
      configurationId: RUN,
    });
    const report = await flush({ directory: journal.outbox, settings });
    expect(tms.results.map(({ body }) => [body.autoTestExternalId, body.configurationId])).toEqual([
      ['of chromium', id],
    ]);
    const reason = 'no configuration is known: set configurations["firefox"].id or TMS_CONFIGURATION_ID';
    expect(report.sessions).toMatchObject([{ left: 1, refused: 0, reason }]);
  });
});
