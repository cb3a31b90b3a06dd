import { describe, expect, it } from 'vitest';
import { CHROMIUM, result, startService, useServers } from './service.js';

useServers();

const service = await startService();

const NOWHERE = '11111111-1111-4111-8111-111111111111';
const TIME = '2026-01-31T23:59:59.123Z';

/** Steps nested `levels` deep. Elements of stepResults are level 1. */
function nested(levels: number): unknown[] {
  let steps: unknown[] = [{ title: `level ${levels}`, stepResults: [] }];
  for (let level = levels - 1; level > 0; level--) steps = [{ title: `level ${level}`, stepResults: steps }];
  return steps;
}

const everything = {
  configurationId: CHROMIUM,
  autoTestExternalId: 'login',
  outcome: 'Failed',
  links: [
    { title: 'Bug', url: 'https://bugs.example.org/1', description: 'seen before', type: 'Defect' },
    { url: 'example.org' },
    { url: 'localhost:3000/x', type: 'Blocked by' },
  ],
  failureReasonName: 'ProductDefect',
  message: 'Ünïcödé 🙂 \u0000 \ud800 <script>',
  traces: 'at line 1',
  startedOn: TIME,
  completedOn: '2026-01-31T00:00:00.1Z',
  duration: 86_400,
  attachments: [NOWHERE, { id: NOWHERE }],
  parameters: { browser: 'chromium', '': '', __proto__: 'a name like any other', constructor: 'too' },
  properties: { build: '7' },
  stepResults: [
    {
      title: 'step',
      description: 'unfolded',
      startedOn: TIME,
      completedOn: TIME,
      duration: 0,
      outcome: 'Passed',
      stepResults: [{ title: 'inner' }],
      attachments: [{ id: NOWHERE }],
      parameters: { a: 'b' },
    },
    {},
  ],
  setupResults: nested(15),
  teardownResults: [],
};

const many = (one: unknown): unknown[] => Array(299).fill(one);

describe('a result', () => {
  it('is accepted with every field, stored as sent, and answered with its GUID', async () => {
    const run = await service.newRun();
    const text = JSON.stringify(everything);
    const { status, body } = await service.request('POST', `/api/v2/testRuns/${run}/testResults`, {
      body: text,
      type: 'application/json',
    });
    expect(status).toBe(200);
    const [entry] = await service.entries(run, 'results');
    expect(body).toEqual([entry?.id]);
    expect(entry).toMatchObject({ autoTestExternalId: 'login', outcome: 'Failed', operation: 'addResults' });
    expect(JSON.stringify(entry?.body)).toBe(text);
  });

  it.each([
    ['outcome', ['Passed', 'Failed', 'Blocked', 'Skipped'], ['passed', 'NotPassed', 'In progress', '', null, 1, true]],
    ['configurationId', [CHROMIUM, CHROMIUM.toLowerCase()], ['10', 10, '', `{${CHROMIUM}}`, null]],
    ['autoTestExternalId', ['login'], ['', 7, null, ['login']]],
    ['failureReasonName', ['InfrastructureDefect', 'ProductDefect', 'TestDefect', 'NoDefect'], ['Defect', '', 1, null]],
    ['message', ['', 'x'], [1, null, {}]],
    ['traces', ['', 'x'], [1, null, []]],
    [
      'startedOn',
      [TIME, '2026-01-31T00:00:00.1234567Z', '2024-02-29T00:00:00.000Z'],
      [
        '2026-01-31T00:00:00Z',
        '2026-01-31',
        '2026-01-31 00:00:00.000Z',
        '2026-01-31T00:00:00.000+00:00',
        '2026-13-01T00:00:00.000Z',
        '2026-01-32T00:00:00.000Z',
        '2026-01-31T24:00:00.000Z',
        '2026-01-31T00:60:00.000Z',
        1_769_817_600_000,
        null,
      ],
    ],
    ['completedOn', [TIME, '1999-01-01T00:00:00.0Z'], ['now', 0]],
    ['duration', [0, 1, 86_400, 1.0], [-1, 86_401, 0.5, '1', null, true]],
    ['links', [[], [{ url: 'http://example.org' }]], [{}, [{}], [{ url: 1 }], null]],
    ['attachments', [[], [NOWHERE], [{ id: NOWHERE }]], [NOWHERE, ['x'], [{ id: 'x' }], [{}], [1], null]],
    ['parameters', [{}, { a: 'b' }], [{ a: 1 }, { a: null }, { a: {} }, [], 'a=b', null]],
    ['properties', [{}, { a: 'b' }], [{ a: true }, [['a', 'b']], null]],
    ['stepResults', [[], [{}], nested(15)], [nested(16), {}, [1], [null], 'step', null]],
    ['setupResults', [[], nested(15)], [nested(16), nested(300)]],
    ['teardownResults', [[], nested(15)], [nested(16), [{ stepResults: {} }]]],
    ['name', [], ['x', null]],
  ])('has a valid %s or is refused', async (field, good, bad) => {
    const run = await service.newRun();
    for (const value of good) {
      expect(await service.addResults(run, result({ [field]: value })), JSON.stringify(value)).toMatchObject({
        status: 200,
      });
    }
    for (const value of bad) {
      const answer = await service.addResults(run, result({ [field]: value }));
      expect(answer, JSON.stringify(value)).toMatchObject({ status: 400, body: { status: 400 } });
      const pointed = (answer.body as { errors?: { pointer: string; detail: string }[] }).errors?.[0];
      if (pointed !== undefined) expect(pointed.pointer + pointed.detail).toContain(field);
    }
    expect(await service.entries(run, 'history')).toHaveLength(good.length);
  });

  it.each(['configurationId', 'autoTestExternalId', 'outcome'])('is refused without %s', async (field) => {
    const answer = await service.addResults(await service.newRun(), result({ [field]: undefined }));
    expect(answer).toMatchObject({ status: 400, body: { detail: expect.stringContaining(field) } });
  });

  it.each([
    [
      'type',
      ['Related', 'Blocked by', 'Defect', 'Issue', 'Reqirement', 'Repository'],
      ['Requirement', 'related', '', 1],
    ],
    [
      'url',
      ['example.org', 'a.b', 'http://x.y/z?q#h', 'https://u:p@x.y:21/', '[::1]/x', 'http://localhost'],
      ['', '/x', 'file:///x', 'a b.c', 'http://', 'javascript://a.b/%0aalert(1)', 'ftp://x.y/'],
    ],
    ['title', ['', 'x'], [1, null]],
    ['description', ['', 'x'], [1, null]],
    ['id', [], ['x']],
  ])('has links with a valid %s or is refused', async (field, good, bad) => {
    const run = await service.newRun();
    const send = (value: unknown) =>
      service.addResults(run, result({ links: [{ url: 'example.org', [field]: value }] }));
    for (const value of good) expect(await send(value), String(value)).toMatchObject({ status: 200 });
    for (const value of bad) {
      expect(await send(value), String(value)).toMatchObject({
        status: 400,
        body: { errors: [{ pointer: expect.stringMatching(/^\/links\/0/) }] },
      });
    }
  });

  it.each([
    ['title', ['', 'x'], [1, null]],
    ['description', ['x'], [1]],
    ['startedOn', [TIME], ['2026-01-31', 1]],
    ['completedOn', [TIME], ['2026-01-31', 1]],
    ['duration', [0, 86_400], [-1, 86_401, 0.5, '1']],
    ['outcome', ['Passed', 'Failed', 'Blocked', 'Skipped'], ['passed', 'Broken', null]],
    ['attachments', [[], [{ id: NOWHERE }]], [[NOWHERE], [{ id: 1 }], {}]],
    ['parameters', [{ a: 'b' }], [{ a: 1 }, []]],
    ['links', [], [[]]],
  ])('has steps with a valid %s or is refused', async (field, good, bad) => {
    const run = await service.newRun();
    for (const list of ['stepResults', 'setupResults', 'teardownResults']) {
      const send = (value: unknown) =>
        service.addResults(run, result({ [list]: [{}, { stepResults: [{ [field]: value }] }] }));
      for (const value of good) expect(await send(value), String(value)).toMatchObject({ status: 200 });
      for (const value of bad) {
        const pointer = expect.stringMatching(new RegExp(`^/${list}/1/stepResults/0`));
        expect(await send(value), String(value)).toMatchObject({ status: 400, body: { errors: [{ pointer }] } });
      }
    }
  });

  it.each([0, 99, 100, 250, 299])('is refused in a large array, with its position %i', async (place) => {
    const run = await service.newRun();
    const array = Array.from({ length: 300 }, (_, index) => result(index === place ? { outcome: 'passed' } : {}));
    expect(await service.addResults(run, array)).toMatchObject({
      status: 400,
      body: { errors: [{ pointer: `/${place}/outcome` }] },
    });
    expect(await service.entries(run, 'history')).toEqual([]);
  });

  it.each<[string, object, string]>([
    ['its links', { links: [...many({ url: 'example.org' }), { url: 'x' }] }, '/links/299/url'],
    ['the second of two lists', { attachments: many(NOWHERE), links: [...many({ url: 'a.b' }), {}] }, '/links/299'],
    [
      'its steps',
      { stepResults: [...many({ stepResults: nested(14) }), ...nested(16)] },
      '/stepResults/299/stepResults',
    ],
    ['a field with a special name', JSON.parse('{"__proto__":{}}'), ''],
  ])('is refused because of %s, wherever the mistake is', async (_, fields, pointer) => {
    const body = JSON.stringify({ ...result(), ...fields });
    const path = `/api/v2/testRuns/${await service.newRun()}/testResults`;
    const answer = await service.request('POST', path, { body, type: 'application/json' });
    expect(answer).toMatchObject({ status: 400, body: { errors: [{ pointer: expect.stringContaining(pointer) }] } });
  });

  it.each(['1e2', '8.64e4', '5.0', '-0'])('may have the integer %s as its duration', async (number) => {
    const body = JSON.stringify(result({ duration: 7 })).replace(':7', `:${number}`);
    const path = `/api/v2/testRuns/${await service.newRun()}/testResults`;
    expect(await service.request('POST', path, { body, type: 'application/json' })).toMatchObject({ status: 200 });
  });

  it('may end before it began, because the interface does not forbid it', async () => {
    const body = result({ startedOn: TIME, completedOn: '2020-01-01T00:00:00.000Z' });
    expect((await service.addResults(await service.newRun(), body)).status).toBe(200);
  });

  it('says that steps are nested too deeply', async () => {
    const { body } = await service.addResults(await service.newRun(), result({ stepResults: nested(16) }));
    expect(body).toMatchObject({ detail: expect.stringContaining('steps can be nested at most 15 levels deep') });
  });
});
