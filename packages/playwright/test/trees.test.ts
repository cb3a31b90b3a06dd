import type { Result, StepResult } from '@testpoint/interface';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { IS_LONG } from '../../../scripts/is-long.js';
import { byId, type Finished, outline, PATIENCE, Suite, useService } from './harness.js';

const service = useService();
const [LEVELS, STEPS] = IS_LONG ? [2_000, 3_000] : [500, 300];
let suite: Suite;
let finished: Finished;
let results: Map<string, Result>;
const result = (id: string): Result => results.get(id) ?? expect.fail(`no result for ${id}`);
const words = (title: string): Result => result(`[desktop] words.spec.ts > ${title}`);

beforeAll(async () => {
  suite = new Suite('trees', service.url);
  finished = await suite.run({}, [], { LEVELS: String(LEVELS), STEPS: String(STEPS) });
  results = byId(await suite.arrived());
}, PATIENCE);
afterAll(() => suite.clean());

describe('hooks, fixtures and steps', () => {
  it('are where they ran, nested as they were called', () => {
    const first = result('[desktop] hooks.spec.ts > orders > first order');
    expect(outline(first.setupResults)).toEqual([
      ['seed', 'insert rows'],
      ['log in', 'open the door'],
      'Fixture "database"',
      ['Fixture "account"', 'create account'],
    ]);
    expect(outline(first.stepResults)).toEqual([
      'Expect "toContain"',
      ['fill the cart', 'add a book', ['left', 'left inside'], ['right', 'right inside']],
      'pay',
    ]);
    expect(outline(first.teardownResults)).toEqual(['log out', ['Fixture "account"', 'delete account']]);
    const last = result('[desktop] hooks.spec.ts > orders > last order');
    expect(outline(last.setupResults)).toEqual([['log in', 'open the door']]);
    expect(outline(last.stepResults)).toEqual([['Expect "toPass"', 'Expect "toBe"']]);
    expect(outline(last.teardownResults)).toEqual(['log out', 'wipe']);
  });

  it('have their times, and a pause between two steps shows', () => {
    const { stepResults = [], setupResults = [], ...first } = result('[desktop] hooks.spec.ts > orders > first order');
    const [, cart, pay] = stepResults;
    expect(between(cart?.completedOn, pay?.startedOn)).toBeGreaterThanOrEqual(290);
    expect(between(setupResults[0]?.startedOn, setupResults[0]?.completedOn)).toBeGreaterThanOrEqual(290);
    expect(first.startedOn).toBe(setupResults[1]?.startedOn);
    expect(between(setupResults[0]?.completedOn, first.startedOn)).toBeGreaterThanOrEqual(0);
  });

  it('after each test are part of the result, and after all are not', () => {
    const last = result('[desktop] hooks.spec.ts > orders > last order');
    const [logOut, wipe] = last.teardownResults ?? [];
    expect(between(logOut?.completedOn, last.completedOn)).toBeGreaterThanOrEqual(0);
    expect(between(last.completedOn, wipe?.startedOn)).toBeGreaterThanOrEqual(0);
    expect(between(wipe?.startedOn, wipe?.completedOn)).toBeGreaterThanOrEqual(290);
  });
});

it('an expectation shows the expected value, even if JSON cannot represent it', () => {
  const { stepResults = [], outcome } = result('[desktop] expectations.spec.ts > expects values of every kind');
  expect(outcome).toBe('Passed');
  expect(stepResults.map(({ parameters }) => parameters?.expected)).toEqual([
    '/[,)]\\s"?b/',
    '/x(?:y|z)/i',
    '/b/',
    // If the source is a name, its value is unknown. No value is better than `{}`.
    undefined,
    'TypeError',
    "new TypeError('x')",
    '1970-01-01T00:00:00.000Z',
    "new Map([['a', 1]])",
    'new Set([1])',
    '12n',
    undefined,
    "(one: string) => one.replace(/\\)/, '')",
    '{ a: pattern, b: [1, {}] }',
    '{"a":"[object]","b":[1,"two"]}',
    'expect.objectContaining({ a: 1 })',
    '{}',
    '{"amount":3}',
    undefined,
    '0',
    'text',
    undefined,
    '2',
  ]);
});

describe('the metadata from annotations and tags', () => {
  it('is links, test cases, parameters and properties', () => {
    const held = words('everything from annotations and tags');
    expect(held.links).toEqual([
      { url: 'https://tracker.example/SHOP-7', title: 'the cart is lost', type: 'Issue' },
      { url: 'docs.example/cart', type: 'Related' },
    ]);
    expect(held.message).toContain('SHOP-8');
    expect(held.parameters).toEqual({ severity: 'high', 'browser build': '117', slow: 'big cart' });
    expect(held.properties).toEqual({ tags: '@smoke, @phone' });
  });
});

describe('the metadata from the test API', () => {
  it('is in the result', () => {
    const held = result('API-1');
    expect(held.links).toEqual([{ url: 'https://shop.example/orders/1', title: 'order', type: 'Reqirement' }]);
    expect(held.parameters).toEqual({ user: '{"name":"Ada","roles":["admin"]}', count: '4' });
    expect(held.properties).toEqual({ team: 'checkout' });
    expect(held.message).toMatch(
      /^first line\nsecond line\n\nAttachment "lost" is missing: ENOENT.*no\/such\/file\.txt'$/s,
    );
    expect(held.failureReasonName).toBe('TestDefect');
  });

  it('contains steps with descriptions, parameters and the caller in Playwright’s own report', () => {
    const [adds, describes, throws] = result('API-1').stepResults ?? [];
    expect(adds).toMatchObject({ title: 'adds', outcome: 'Passed' });
    expect(describes).toMatchObject({ description: 'in detail', parameters: { sum: '3', at: '[["a",1]]' } });
    expect(throws).toMatchObject({ title: 'throws', outcome: 'Failed' });
    const spec = finished.report?.suites.find(({ title }) => title === 'words.spec.ts')?.specs[1];
    expect(spec?.tests[0]?.results[0]?.steps?.map(({ title }) => title)).toEqual([
      'adds',
      'describes itself',
      'throws',
    ]);
  });

  it('contains attachments of the step in which they were made, as they were at the call', async () => {
    const held = result('API-1');
    const describes = held.stepResults?.[1];
    expect(await contents(describes)).toEqual([['inside.txt', 'text/plain', 'inside the step']]);
    expect(await contents(describes?.stepResults?.[0])).toEqual([
      ['bytes.bin', 'application/octet-stream', '\u0000\ufffd\u0001\ufffd'],
    ]);
    expect(await contents(held)).toEqual([
      ['result.json', 'application/json', '{"text":"done"}'],
      ['report', 'text/html', '<p>first</p>'],
      ['report', 'text/html', '<p>second</p>'],
    ]);
  });

  it('arrives from CommonJS too', () => {
    const held = result('[desktop] plain.spec.cjs > a suite in CommonJS');
    expect(held).toMatchObject({ parameters: { module: 'CommonJS' }, stepResults: [{ title: 'runs' }] });
  });

  it('gives one notice for calls outside tests', () => {
    expect(finished.stderr.match(/called outside a test/g)).toHaveLength(1);
  });
});

describe('the data from Playwright’s own API', () => {
  it('contains attachments of the test and of its steps', async () => {
    const held = words('everything from Playwright');
    expect(await contents(held)).toEqual([
      ['by body', 'text/plain', 'text'],
      ['pushed', 'text/plain', 'log'],
    ]);
    expect(held.message).toMatch(/^Attachment "promised" is missing: .*never-made\.webm was gone/);
    expect(await contents(held.stepResults?.[0])).toEqual([['in a step', 'application/x-own', '\u0001\u0002\u0003']]);
  });

  it('contains skipped steps', () => {
    const [, leftOut, skipsItself] = words('everything from Playwright').stepResults ?? [];
    expect(leftOut).toMatchObject({ title: 'left out', outcome: 'Skipped' });
    const isOld = finished.report?.config.version.startsWith('1.50.');
    expect(skipsItself).toMatchObject(isOld ? { outcome: 'Passed' } : { outcome: 'Skipped', description: 'no need' });
  });
});

describe('extremes', () => {
  const extreme = (title: string): Result => result(`[desktop] extremes.spec.ts > ${title}`);

  it('titles in any script arrive unchanged', () => {
    expect(extreme('über 🧪 <script>alert(1)</script> "quoted" \\ > 日本語 \u202e').stepResults).toMatchObject([
      { title: '<b>step</b> 🚀' },
    ]);
  });

  it('300 levels are folded to 15, and no step is lost', () => {
    const { stepResults } = extreme('300 levels');
    expect(depth(stepResults)).toBe(15);
    expect(count(stepResults)).toBe(300);
  });

  it(`${LEVELS} levels of steps do not fail their test, and no step is lost`, () => {
    const { outcome, stepResults } = extreme('very many levels');
    expect(outcome).toBe('Passed');
    expect(count(stepResults)).toBe(LEVELS);
  });

  it('many steps, a message of 5 MB, 3 MB of bytes and any value arrive', async () => {
    expect(count(extreme('many steps').stepResults)).toBe(STEPS);
    expect(extreme('a message of 5 MB').message?.length).toBeLessThan(70_000);
    const [noise] = await contents(extreme('an attachment of 3 MB that is not text'));
    expect(noise?.[2]).toHaveLength(3 * 1024 * 1024);
    const { parameters = {} } = extreme('parameters of every kind');
    expect(Object.keys(parameters)).toEqual(['circle', 'big', 'nothing', 'function']);
    expect(parameters).toMatchObject({ big: '12', nothing: 'undefined' });
  });
});

function between(from: string | undefined, to: string | undefined): number {
  return Date.parse(to ?? '') - Date.parse(from ?? '');
}

async function contents(holder: Result | StepResult | undefined): Promise<string[][]> {
  const attachments = holder?.attachments ?? [];
  const ids = attachments.map((one) => (typeof one === 'string' ? one : one.id));
  const found = await Promise.all(ids.map((id) => suite.attachment(id)));
  return found.map(({ name, contentType, content }) => [name, contentType, content]);
}

function depth(steps: readonly StepResult[] = []): number {
  return steps.reduce((deepest, { stepResults }) => Math.max(deepest, 1 + depth(stepResults)), 0);
}

function count(steps: readonly StepResult[] = []): number {
  return steps.reduce((sum, { stepResults }) => sum + 1 + count(stepResults), 0);
}
