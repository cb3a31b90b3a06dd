import { namesIn, optionsIn } from '../../../scripts/options.js';
import type { Part } from '../part.js';
import { type Contestant, FRAMEWORKS, type Framework } from '../peers/peer.js';
import { median } from '../quantile.js';
import { install } from '../suites/installation.js';
import { type Turn, takeTurns } from '../suites/measurement.js';
import { ours } from '../suites/ours.js';
import { Services } from '../suites/service.js';
import { confidence } from '../suites/statistics.js';
import { table } from '../table.js';
import { versionAt } from './other-version.js';

/** Compares the cost of reporting with that at a commit, so that a rise shows on the day it happens. */
export const against: Part = {
  usage: `against COMMIT: compares the cost of our reporters with that at a commit, by turns
  --frameworks LIST  any of ${FRAMEWORKS.join(', ')} (all)
  --size N           number of tests in the suites (2000)
  --turns N          how often to run each: bare, at the commit, now, and the last two with the setup line (11)`,
  async run(args) {
    const [commit, ...rest] = args;
    if (commit === undefined || commit.startsWith('-')) throw new Error('against needs a commit first');
    const { size, turns, ...given } = optionsIn(rest, { frameworks: FRAMEWORKS.join(), size: 2_000, turns: 11 });
    const frameworks = namesIn('--frameworks', given.frameworks, FRAMEWORKS);
    await install(say);
    const before = await versionAt(commit, say);
    const lines = ours().map((now, line) => [before[line] ?? now, now] as const);
    await using services = new Services();
    const rows: string[][] = [];
    for (const framework of frameworks) {
      const compared = lines.filter(([{ frameworks }]) => frameworks.includes(framework));
      const measured: Turn[] = [];
      const shape = { framework, size, testTime: 0 };
      for await (const turn of takeTurns([shape], compared.flat(), turns, services, say)) {
        for (const [version, { delivered, output }] of turn.runs) {
          if (version !== undefined && delivered?.results !== size)
            throw new Error(`${delivered?.results} of ${size} arrived.\n${output}`);
        }
        measured.push(turn);
      }
      for (const versions of compared) {
        rows.push(...(Object.keys(NAMES) as Figure[]).map((figure) => row(framework, figure, measured, versions)));
      }
    }
    return `Cost above the bare suite of ${size} tests, in milliseconds: medians of ${turns} turns, with the 95 % confidence interval of the difference.

${table(['figure', commit, 'now', 'difference'], rows)}`;
  },
};

function row(framework: Framework, figure: Figure, turns: readonly Turn[], versions: readonly Contestant[]): string[] {
  const [before = [], now = []] = versions.map((version) =>
    turns.map(
      ({ runs }) => (runs.get(version)?.[figure] ?? Number.NaN) - (runs.get(undefined)?.[figure] ?? Number.NaN),
    ),
  );
  const difference = confidence(now.map((above, turn) => above - (before[turn] ?? Number.NaN)));
  const whole = (value: number) => value.toFixed(0);
  return [
    `${framework}${versions[1]?.name === 'testpoint' ? '' : ', setup line'}: ${NAMES[figure]}`,
    whole(median(before)),
    whole(median(now)),
    `${whole(difference.median)} [${whole(difference.low)}, ${whole(difference.high)}]`,
  ];
}

type Figure = keyof typeof NAMES;
const NAMES = { userCpu: 'user CPU', cpu: 'user and system CPU', wall: 'wall', tail: 'after the last test' };

function say(line: string): void {
  process.stderr.write(`against: ${line}\n`);
}
