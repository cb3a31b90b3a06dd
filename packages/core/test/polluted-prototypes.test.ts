import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, it } from 'vitest';
import { outputOf } from '../../../scripts/processes.mjs';
import { toJson } from '../src/built-ins/plain-json.js';
import { shielded } from '../src/built-ins/shield.js';
import { CONFIGURATION, KEY, RUN } from './journals.js';

const ADAPTER = fileURLToPath(new URL('./polluting-adapter.mjs', import.meta.url));
const MODEL = readFileSync(new URL('../src/model.ts', import.meta.url), 'utf8');
/** All optional members of records. */
const MEMBERS = new Set([...MODEL.matchAll(/^ {2}(\w+)\?:/gm)].map(([, name]) => name ?? ''));

const idRoot = mkdtempSync(join(tmpdir(), 'testpoint-polluted-'));
afterAll(() => rmSync(idRoot, { recursive: true, force: true }));

it('additions to prototypes never reach a result', async () => {
  expect(MEMBERS.size).toBeGreaterThan(25);
  const options = { url: 'http://127.0.0.1:1', secretKey: KEY, testRunId: RUN, configurationId: CONFIGURATION };
  const script = JSON.stringify({ idRoot, options, members: [...MEMBERS] });
  const stdout = await outputOf(process.execPath, [ADAPTER, script]);
  const [[, usual], ...others] = JSON.parse(stdout) as [[string, string], ...[string, string][]];
  expect(usual).toContain('"outcome":"Failed"');
  expect(others.length).toBe(5 * MEMBERS.size + 7);
  expect(others.filter(([, body]) => body !== usual)).toEqual([]);
});

it('additions are restored unchanged after our code has run', () => {
  const get = () => 'polluted';
  const raise = () => {
    throw 'ours';
  };
  let isSeen: boolean | undefined;
  let thrown: unknown;
  let descriptor: PropertyDescriptor | undefined;
  Object.defineProperty(Object.prototype, 'message', { get, configurable: true });
  try {
    isSeen = shielded(() => 'message' in {});
    shielded(raise);
  } catch (error) {
    thrown = error;
  } finally {
    descriptor = Object.getOwnPropertyDescriptor(Object.prototype, 'message');
    Reflect.deleteProperty(Object.prototype, 'message');
  }
  expect({ isSeen, thrown }).toEqual({ isSeen: false, thrown: 'ours' });
  expect(descriptor).toEqual({ get, set: undefined, enumerable: false, configurable: true });
});

it('JSON is written correctly even if Object.prototype has a toJSON', () => {
  const data = { a: [1, null, 'ü"\n', { b: undefined, c: true }], d: Number.NaN, __proto__: { e: 1 } };
  const usual = toJson(data);
  let natively: string | undefined;
  let ours: string | undefined;
  Object.defineProperty(Object.prototype, 'toJSON', { value: () => 'polluted', configurable: true });
  try {
    natively = JSON.stringify(data);
    ours = toJson(data);
  } finally {
    Reflect.deleteProperty(Object.prototype, 'toJSON');
  }
  expect({ natively, ours }).toEqual({ natively: '"polluted"', ours: usual });
});
