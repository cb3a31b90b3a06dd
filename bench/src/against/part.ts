import { join } from 'node:path';
import { optionsIn } from '../options.js';
import type { Part } from '../part.js';
import type { Framework } from '../peers/peer.js';
import { FRAMEWORKS } from '../suites/frameworks.js';
import { writeSuite } from '../suites/generated-suite.js';
import { install } from '../suites/installation.js';
import { testpoint } from '../suites/ours.js';
import { INSTALLATION } from '../suites/places.js';
import { type Run, runSuite } from '../suites/run.js';
import { Services } from '../suites/service.js';
import { confidence } from '../suites/statistics.js';
import { table } from '../table.js';
import { versionAt } from './other-version.js';

/** One run of each, one after the other. */
type Turn = Record<'bare' | 'before' | 'now', Run>;

/** Compares the cost of reporting with that at a commit, so that a rise shows on the day it happens. */
export const against: Part = {
  usage: `against COMMIT: compares the cost of our reporters with that at a commit, by turns
  --frameworks LIST  any of ${FRAMEWORKS.join(', ')} (all)
  --size N           number of tests in the suites (2000)
  --turns N          how often to run each: bare, at the commit, now (11)`,
  async run(args) {
    const [commit, ...rest] = args;
    if (commit === undefined || commit.startsWith('-')) throw new Error('against needs a commit first');
    const { size, turns, ...given } = optionsIn(rest, { frameworks: FRAMEWORKS.join(), size: 2_000, turns: 11 });
    const frameworks = FRAMEWORKS.filter((name) => given.frameworks.split(',').includes(name));
    await install(say);
    const before = await versionAt(commit, say);
    const services = new Services();
    const rows: string[][] = [];
    try {
      for (const framework of frameworks) {
        const measured = await measure(framework, size, turns, before, services);
        rows.push(...FIGURES.map((figure) => row(framework, figure, measured)));
      }
    } finally {
      await services.end();
    }
    return `Cost above the bare suite of ${size} tests, in milliseconds: medians of ${turns} turns, with the 95 % confidence interval of the difference.

${table(['figure', commit, 'now', 'difference'], rows)}`;
  },
};

const FIGURES = ['userCpu', 'cpu', 'wall', 'tail'] as const;

async function measure(
  framework: Framework,
  size: number,
  turns: number,
  before: typeof testpoint,
  services: Services,
): Promise<Turn[]> {
  const shape = { framework, size, testTime: 0 };
  const folder = join(INSTALLATION, 'suites', `against-${framework}`);
  writeSuite(folder, shape);
  const bare = () => runSuite(folder, shape, undefined, services);
  const run = async (contestant: typeof testpoint) => {
    const result = await runSuite(folder, shape, { contestant, latency: 0 }, services);
    if (result.delivered?.results === size) return result;
    throw new Error(`${result.delivered?.results} of ${size} results arrived.\n${result.output}`);
  };
  const measured: Turn[] = [];
  // The first turn fills caches, and does not count.
  for (let turn = 0; turn <= turns; turn++) {
    say(`${framework}, turn ${turn} of ${turns}`);
    const isForward = turn % 2 === 0;
    const first = await (isForward ? bare() : run(testpoint));
    const middle = await run(before);
    const last = await (isForward ? run(testpoint) : bare());
    const [nothing, now] = isForward ? [first, last] : [last, first];
    if (turn > 0) measured.push({ bare: nothing, before: middle, now });
  }
  return measured;
}

function row(framework: Framework, figure: (typeof FIGURES)[number], turns: readonly Turn[]): string[] {
  const of = (run: Run) => run[figure] ?? Number.NaN;
  const above = (name: 'before' | 'now') => confidence(turns.map((turn) => of(turn[name]) - of(turn.bare))).median;
  const { median, low, high } = confidence(turns.map(({ before, now }) => of(now) - of(before)));
  const whole = (value: number) => value.toFixed(0);
  return [
    `${framework}, ${NAMES[figure]}`,
    whole(above('before')),
    whole(above('now')),
    `${whole(median)} [${whole(low)}, ${whole(high)}]`,
  ];
}

const NAMES = { userCpu: 'user CPU', cpu: 'user and system CPU', wall: 'wall', tail: 'after the last test' };

function say(line: string): void {
  process.stderr.write(`against: ${line}\n`);
}
