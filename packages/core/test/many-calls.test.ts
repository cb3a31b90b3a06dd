import { mkdtempSync, readdirSync, statSync } from 'node:fs';
import { Session } from 'node:inspector';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, it } from 'vitest';
import { IS_LONG } from '../../../scripts/is-long.js';
import { CHANNEL_VARIABLE, type TestData } from '../src/channel/format/messages.js';
import { ChannelReader } from '../src/channel/read/channel-reader.js';
import { mergedTestData } from '../src/channel/read/merged-test-data.js';
import * as api from '../src/in-test/api.js';
import type { TestApi } from '../src/in-test/api-types.js';
import { announceApi, openChannel, tellReporter } from '../src/in-test/place.js';
import { beginAttempt, endAttempt } from '../src/in-test/scope.js';
import type { StepRecord } from '../src/model.js';
import { toResult } from '../src/result/to-result.js';
import { inScope } from './samples/in-scope.js';
import { sampleAttempt, sampleMapping, sampleRecord } from './samples/mapping-sample.js';

const { attach, externalId, failureReason, link, message, parameter, property, step, testCase }: TestApi = api;
/** Removed with the folder of all tests: 25,000 files can take a busy machine longer than a hook may. */
const directory = mkdtempSync(join(tmpdir(), 'testpoint-many-'));
const source = fileURLToPath(new URL('../src/', import.meta.url)).replaceAll('\\', '/');
const reader = new ChannelReader(directory);
const inspector = new Session();

inspector.connect();
post('Profiler.enable');
// Once for all: functions that were optimized while nothing counted would not be counted later.
post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
process.env[CHANNEL_VARIABLE] = directory;
announceApi();
afterAll(() => {
  openChannel(undefined);
  inspector.disconnect();
});

const CALLS: Record<keyof TestApi, (index: number) => unknown> = {
  step: (index) => step(`step ${index}`, () => index),
  attach: (index) => attach(`file ${index}`, `content ${index}`),
  link: (index) => link(`https://example.com/${index}`),
  parameter: (index) => parameter(`name ${index}`, index),
  // Once they are masked, all of these names are equal.
  property: (index) => property(`secret${index}`, index),
  // Together, these are shorter than the longest message, which is cut by searching for the place.
  message: () => message('.'),
  externalId: (index) => externalId(`id ${index}`),
  testCase: (index) => testCase(index),
  failureReason: () => failureReason('NoDefect'),
};

it.each(Object.entries(CALLS))(
  'the work for %s() grows with the number of calls, not with its square',
  (name, call) => {
    // Each attachment is a file of its own, which a slow disk takes milliseconds for.
    const calls = IS_LONG ? 5_000 : name === 'attach' ? 100 : 500;
    // 4 times the calls cost some 4 times the work, or 16 times if each call looks at the ones before it.
    const few = workFor(call, calls);
    const many = workFor(call, calls * 4);
    expect(many.operations).toBeLessThan(few.operations * 5);
    expect(many.bytes).toBeLessThanOrEqual(few.bytes * 5);
    expect(many.allocated).toBeLessThan(few.allocated * 6);
  },
);

const MAPPING = sampleMapping({ redact: [/secret\d+/g] });

interface Work {
  /** Blocks of our code that were run. */
  operations: number;
  /** Bytes written to the channel. */
  bytes: number;
  /** Bytes of memory that were allocated, estimated. */
  allocated: number;
}

/** From the calls in a test, across the channel, to the body of the result. */
function workFor(call: (index: number) => unknown, calls: number): Work {
  const before = bytesInChannel();
  post('Profiler.takePreciseCoverage');
  post('HeapProfiler.startSampling', {
    samplingInterval: 4_096,
    includeObjectsCollectedByMajorGC: true,
    includeObjectsCollectedByMinorGC: true,
  });
  const attempt = beginAttempt('one');
  inScope(attempt, () => {
    for (let index = 1; index <= calls; index += 1) call(index);
  });
  tellReporter('attempt', endAttempt(attempt, false));
  const said: TestData[] = [];
  let body: StepRecord[] = [];
  reader.read(({ kind, data }) => {
    if (kind === 'identity' || kind === 'attempt') said.push(data.test);
    if (kind === 'attempt') body = data.body;
  });
  toResult(sampleRecord({ attempts: [sampleAttempt({ body })], ...mergedTestData(said) }), MAPPING);
  const { profile } = post('HeapProfiler.stopSampling') as { profile: { head: Allocations } };
  const { result } = post('Profiler.takePreciseCoverage') as { result: Coverage[] };
  return { operations: runsOf(result), bytes: bytesInChannel() - before, allocated: sizeOf(profile.head) };
}

interface Coverage {
  url: string;
  functions: { ranges: { count: number }[] }[];
}

interface Allocations {
  selfSize: number;
  children: Allocations[];
}

function runsOf(scripts: readonly Coverage[]): number {
  let runs = 0;
  for (const { url, functions } of scripts) {
    if (!decodeURI(url).includes(source)) continue;
    for (const { ranges } of functions) for (const { count } of ranges) runs += count;
  }
  return runs;
}

function sizeOf({ selfSize, children }: Allocations): number {
  return children.reduce((size, child) => size + sizeOf(child), selfSize);
}

function bytesInChannel(): number {
  return readdirSync(directory).reduce((bytes, file) => bytes + statSync(join(directory, file)).size, 0);
}

function post(method: string, parameters?: object): unknown {
  let answer: unknown;
  inspector.post(method, parameters, (error, result) => {
    if (error !== null) throw error;
    answer = result;
  });
  return answer;
}
