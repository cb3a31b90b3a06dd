import { mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { IS_LONG } from '../../../scripts/is-long.js';
import { CONFIGURATION, KEY, RUN } from './journals.js';
import { type End, LATEST, SUITE, startLateEnd } from './late-end.js';
import { startStrictService } from './strict-service.js';
import { TROUBLES, type Trouble } from './troubled-services.js';

/** In `npm test`: each way to fail once, but for those that another ends in the same way. */
const SAMPLE = [
  'asks to wait 1 s, again and again',
  'answers results endlessly',
  'cuts every answer short',
  'drips its answer',
  'accepts connections and says nothing',
  'has no address',
  'refuses everything, slowly',
  'accepts the results, and never completes the run',
  'answers slowly, and accepts everything',
  'stops reading in the middle of a large upload',
];
const CASES = Object.entries(TROUBLES).filter(([name]) => IS_LONG || SAMPLE.includes(name));

const folder = mkdtempSync(join(tmpdir(), 'testpoint-late-'));
const ends = new Map<string, Promise<End>>();
/** A suite that waits before its session closes, with a service that works. It takes longer only because the machine is busy. */
const IDLE = 5_000;
const idlers: Promise<End>[] = [];

// All suites wait at the same time, but they start one after the other, so that a slow machine does not delay an end.
beforeAll(async () => {
  await startIdler();
  for (const [name, trouble] of CASES) {
    const suite = await startSuite(name, trouble);
    ends.set(name, suite.end);
    await suite.over;
  }
  await startIdler();
}, 180_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test.each(CASES)('a suite ends in time with a service that %s', async (name, trouble) => {
  const end = await ends.get(name);
  expect(end?.code).toBe(3);
  if (trouble.says !== undefined) expect(end?.errorOutput).toMatch(trouble.says);
  if (trouble.isDelivered) expect(end?.errorOutput).toMatch(/all delivered/);
  else {
    const busy = Math.max(...(await Promise.all(idlers)).map(({ later }) => later - IDLE));
    expect((end?.later ?? Number.NaN) - busy).toBeLessThan(LATEST);
  }
});

async function startIdler(): Promise<void> {
  const start = () => startStrictService({ secretKey: KEY });
  const { over, end } = await startSuite('idle', { start, waits: IDLE });
  idlers.push(end);
  await over;
}

async function startSuite(
  name: string,
  { start, options, tests = 20, attachment, waits }: Trouble & { waits?: number },
): Promise<{ over: Promise<void>; end: Promise<End> }> {
  const service = await start();
  const idRoot = mkdtempSync(join(folder, 'suite-'));
  const argument = {
    ...{ idRoot, tests, waits },
    options: { url: service.url, secretKey: KEY, testRunId: RUN, configurationId: CONFIGURATION, ...options },
    ...(attachment !== undefined && { attachment: fileOf(attachment, join(folder, `${name}.webm`)) }),
  };
  const { over, end } = startLateEnd(process.execPath, [SUITE, JSON.stringify(argument)]);
  return { over, end: end.finally(() => service.close()) };
}

/** A file of zeros. */
function fileOf(bytes: number, path: string): string {
  writeFileSync(path, '');
  truncateSync(path, bytes);
  return path;
}
