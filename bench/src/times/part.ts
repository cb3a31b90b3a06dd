import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startServer } from '@testpoint/reference-server';
import { resultsIn } from '../../../scripts/inspection.mjs';
import { optionsIn } from '../../../scripts/options.js';
import { cleanEnvironment, outputOf } from '../../../scripts/processes.mjs';
import type { Part } from '../part.js';
import { median } from '../quantile.js';
import { install } from '../suites/installation.js';
import { wire } from '../suites/ours.js';
import { INSTALLATION } from '../suites/places.js';
import { number, table } from '../table.js';

/** How much shorter a time may be than Vitest's own, milliseconds. */
const TOLERANCE = 5;

/** A kind of test that our setup file observes, each with its source. */
const KINDS = {
  'has a step': (title: string) => `test('${title}', () => api.step('works', work));`,
  'fails and is retried': (title: string) => `test('${title}', { retry: 1 }, () => api.step('fails', fail));`,
  'has a fixture': (title: string) => `fixtureTest('${title}', ({ fixture }) => api.step('works', fixture));`,
  'has nothing': (title: string) => `test('${title}', work);`,
};

const HEAD = `import * as api from '@testpoint/vitest/api';
import { beforeEach, test } from 'vitest';
beforeEach(() => {});
const work = () => new Promise((resolve) => setTimeout(resolve, 5));
const fail = () => { throw new Error('no'); };
const fixtureTest = test.extend({ fixture: async ({}, use) => { await work(); await use(work); await work(); } });
`;

/** Compares the times of results with Vitest's own durations, while other processes keep the machine busy. */
export const times: Part = {
  usage: `times: compares the times of results with Vitest's own durations, on a busy machine
  --load N           processes that do nothing but compute (8)
  --tests N          number of tests of each kind (100)`,
  async run(args) {
    const { load, tests } = optionsIn(args, { load: 8, tests: 100 });
    await install((line) => process.stderr.write(`times: ${line}\n`));
    const busy = Array.from({ length: load }, () => spawn(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore' }));
    try {
      const pairs = await measure(tests);
      const rows = Object.keys(KINDS).map((kind) => row(kind, pairs));
      const head = ['a test that', 'Vitest, median', 'ours, median', 'least', 'greatest', `shorter by > ${TOLERANCE}`];
      return `Ours minus Vitest’s duration in milliseconds, ${tests} tests of each kind under a load of ${load}:\n\n${table(head, rows)}`;
    } finally {
      for (const one of busy) one.kill('SIGKILL');
    }
  },
};

interface Pair {
  title: string;
  /** Milliseconds. */
  own: number;
  ours: number;
}

async function measure(count: number): Promise<Pair[]> {
  const folder = join(INSTALLATION, 'suites', 'vitest-times');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const server = await startServer({ port: 0, open: true, database: ':memory:' });
  try {
    const { env = {}, reporter } = wire('vitest', server.url, []);
    const test = {
      root: folder,
      include: ['*.test.mjs'],
      reporters: [['json', { outputFile: 'report.json' }], reporter],
    };
    writeFileSync(join(folder, 'vitest.config.mjs'), `export default ${JSON.stringify({ test })};\n`);
    for (const [index, [kind, source]] of Object.entries(KINDS).entries()) {
      const lines = Array.from({ length: count }, (_, number) => source(`${kind} ${number}`));
      writeFileSync(join(folder, `${index}.test.mjs`), `${HEAD}${lines.join('\n')}\n`);
    }
    const program = join(INSTALLATION, 'node_modules/vitest/vitest.mjs');
    // Failing tests make Vitest exit with 1.
    await outputOf(process.execPath, [program, 'run'], {
      ...{ cwd: folder, env: { ...cleanEnvironment(), ...env, TMS_DURATION_UNIT: 'milliseconds' } },
    }).catch(() => undefined);
    return await pairsOf(join(folder, 'report.json'), { url: server.url, env });
  } finally {
    await server.close();
  }
}

interface Report {
  testResults: { assertionResults: { title: string; duration: number }[] }[];
}

async function pairsOf(
  path: string,
  { url, env }: { url: string; env: Readonly<Record<string, string>> },
): Promise<Pair[]> {
  const { testResults }: Report = JSON.parse(readFileSync(path, 'utf8'));
  const held = await resultsIn({ url, secretKey: env.TMS_SECRET_KEY ?? '' }, env.TMS_TEST_RUN_ID ?? '');
  const ours = new Map(
    held.map(({ autoTestExternalId, body }) => [autoTestExternalId.split(' > ').at(-1), body.duration]),
  );
  return testResults.flatMap(({ assertionResults }) =>
    assertionResults.map(({ title, duration }) => ({ title, own: duration, ours: ours.get(title) ?? Number.NaN })),
  );
}

function row(kind: string, pairs: readonly Pair[]): string[] {
  const some = pairs.filter(({ title }) => title.startsWith(kind));
  const more = some.map(({ own, ours }) => ours - own);
  const shorter = more.filter((one) => one < -TOLERANCE).length;
  const medians = [median(some.map(({ own }) => own)), median(some.map(({ ours }) => ours))];
  return [
    kind,
    ...medians.map((one) => number(one, 1)),
    ...[Math.min(...more), Math.max(...more)].map((one) => number(one, 1)),
    number(shorter),
  ];
}
