import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { IS_LONG } from '../../../scripts/is-long.js';
import { FAULT_KINDS } from '../src/matrix/fault-kinds.js';
import { frameworkColumns } from '../src/matrix/framework-columns.js';
import { runMatrix } from '../src/matrix/run-matrix.js';
import { FRAMEWORK_NAMES } from '../src/programs.js';
import type { PartReport } from '../src/scenario/run-scenarios.js';
import { runSeeds } from '../src/scenario/run-seeds.js';
import { runStubs, STUB_KINDS } from '../src/stubs/run-stubs.js';
import { STUB_COLUMNS } from '../src/stubs/stub-run.js';
import { DISTURBANCES, HOSTS } from '../src/trials/disturbed-suites.js';
import { runUnchanged } from '../src/trials/unchanged.js';

// `npm run test:chaos` runs every kind of fault, stub and disturbance; `npm run test:long` a sample of each framework.

/** Two of the kinds of fault. */
const FAULTS = ['connection reset after the write', 'SIGKILL'];

/** Stubs that once kept a suite from ending, changed its exit code or lost results. */
const STUBS = [
  ...['Object.prototype.toJSON is added', 'the whole process is changed'],
  ...['the whole process is changed in an earlier file', 'fs.existsSync', 'Array.prototype.push'],
  'process.env is replaced in an earlier file',
];
/** Only Mocha runs the tests and the reporter in one process. */
const STUBS_IN_MOCHA = [
  'the whole process is changed in an earlier file',
  'process.nextTick',
  'all listeners are removed',
];
const ONLY_LONG_IN_MOCHA = [
  ...['fs.readdirSync returns undefined', 'a deleted working folder in an earlier file'],
  ...['Set.prototype.[Symbol.iterator]', 'Object.prototype.attachments is added', 'path.toNamespacedPath'],
  'String.prototype.startsWith',
  ...['path.join', 'process.removeListener', 'Array.prototype.[Symbol.iterator]', 'Array.prototype.toJSON is added'],
  ...['Object.prototype.path is added', 'Object.prototype.signal is added', 'Object.prototype.steps is added'],
];

/** Hosts by disturbance. */
const DISTURBED = {
  'exit 100 ms after the last test, unless the process has ended': ['mocha', 'jest -i'],
  'standard error goes to a closed pipe': ['mocha', 'vitest'],
  'throw 100 ms after the last test': ['jest -i --forceExit', 'mocha --exit', 'vitest'],
  'standard error goes to a full disk': ['mocha'],
  'SIGTERM from a test': ['mocha'],
  'SIGTERM from a test to process 1': ['jest', 'playwright'],
};
/** `npm test` takes the first host of the first two. */
const TAKEN = IS_LONG
  ? Object.entries(DISTURBED)
  : Object.entries(DISTURBED)
      .slice(0, 2)
      .map(([name, hosts]): [string, string[]] => [name, hosts.slice(0, 1)]);

const folder = mkdtempSync(join(tmpdir(), 'testpoint-chaos-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function expectNoFailures(running: Promise<PartReport>, ran?: number): Promise<void> {
  const { summary, failures, ...report } = await running;
  console.log(summary);
  expect(failures).toEqual([]);
  expect(report.ran).toBe(ran);
}

describe.each(FRAMEWORK_NAMES.filter((name) => IS_LONG || name === 'mocha'))('%s', { timeout: 300_000 }, (name) => {
  it('loses nothing and keeps its exit code with any kind of fault, and with random ones', async () => {
    const kinds = FAULT_KINDS.filter((kind) => FAULTS.includes(kind.name));
    for (const column of await frameworkColumns([name], folder)) {
      await expectNoFailures(runMatrix({ kinds, columns: [column], atOnce: 3, folder }), FAULTS.length);
      if (IS_LONG) await expectNoFailures(runSeeds({ first: 1, count: 1, column, atOnce: 1, folder }), 1);
    }
  });

  it('ends as without us when a test leaves a stub behind, and loses no result', async () => {
    const inMocha = IS_LONG ? [...new Set([...STUBS, ...STUBS_IN_MOCHA, ...ONLY_LONG_IN_MOCHA])] : STUBS_IN_MOCHA;
    const kinds = name === 'mocha' ? inMocha : STUBS;
    expect(STUB_KINDS).toEqual(expect.arrayContaining([...kinds]));
    const columns = STUB_COLUMNS.filter((column) => column.name === name);
    await expectNoFailures(runStubs({ kinds, columns, atOnce: 2, folder }), kinds.length);
  });
});

it.each(TAKEN)('%s: reporting changes no suite and loses nothing', { timeout: 180_000 }, async (name, hosts) => {
  const running = runUnchanged({
    hosts: HOSTS.filter((host) => hosts.includes(host.name)),
    disturbances: DISTURBANCES.filter((disturbance) => disturbance.name === name),
    answers: [200],
    atOnce: 2,
    folder: mkdtempSync(join(folder, 'part-')),
  });
  await expectNoFailures(running, hosts.length);
});

it.runIf(IS_LONG)('more suites than expected that hang even without us are a failure', async () => {
  const columns = STUB_COLUMNS.filter(({ name }) => name === 'mocha');
  const kinds = STUBS_IN_MOCHA.slice(0, 2);
  const { summary, failures } = await runStubs({ kinds, columns, atOnce: 2, folder, limit: 1 });
  expect(summary).toBe('mocha: 2 stubs, 0 failed; 2 do not end even without us');
  expect(failures).toEqual([`mocha: 2 do not end even without us (known: 1): ${kinds.join(', ')}`]);
});
