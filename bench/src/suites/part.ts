import { frameworks } from '@testpoint/frameworks';
import { namesIn, optionsIn, wholeNumber } from '../../../scripts/options.js';
import { thisMachine } from '../machine.js';
import type { Part } from '../part.js';
import { FRAMEWORKS } from '../peers/peer.js';
import { contestantNamed, contestants } from './contestant.js';
import { install, installedVersion } from './installation.js';
import { measure, type Pair, type Plan } from './measurement.js';
import { report } from './report.js';

const COLUMNS = contestants.map(({ name }) => name);

const USAGE = `suites: measures what reporting costs in whole suites, ours beside the peers. Separate LIST items with commas.
  --frameworks LIST  any of ${FRAMEWORKS.join(', ')} (all)
  --columns LIST     any of ${COLUMNS.join(', ')} (all)
  --latency MS       delay of the services' answers, in milliseconds (0)
  --sizes LIST       numbers of tests; two or more give a fixed cost and a cost per test (2000)
  --turns N          how often to run each, by turns with a run without a reporter (5)
  --test-time MS     how long each test waits, as for a browser, in milliseconds (0)`;

/** Measures the cost of reporting for real suites: ours compared with the reporters that users could choose instead. */
export const suites: Part = {
  usage: USAGE,
  async run(args) {
    const plan = readOptions(args);
    await install(say);
    const versions = Object.fromEntries(
      plan.frameworks.map((name) => {
        const { dependency, comesWithNode } = frameworks[name];
        return [name, comesWithNode ? process.versions.node : installedVersion(dependency)];
      }),
    );
    const begin = { command: ['npm run bench -- suites', ...args].join(' '), machine: thisMachine(), versions };
    const pairs: Pair[] = [];
    for await (const pair of measure(plan, say)) pairs.push(pair);
    return report({ ...begin, date: new Date(), pairs });
  },
};

function say(line: string): void {
  process.stderr.write(`suites: ${line}\n`);
}

/** @throws an Error that names the wrong option */
function readOptions(args: readonly string[]): Plan {
  const { turns, ...values } = optionsIn(args, {
    frameworks: FRAMEWORKS.join(),
    columns: COLUMNS.join(),
    ...{ latency: '0', sizes: '2000', turns: 5, testTime: '0' },
  });
  const sizes = values.sizes.split(',').map((text) => wholeNumber('--sizes', text));
  return {
    frameworks: namesIn('--frameworks', values.frameworks, FRAMEWORKS),
    contestants: namesIn('--columns', values.columns, COLUMNS).map(contestantNamed),
    latency: wholeNumber('--latency', values.latency, 0),
    sizes: sizes.sort((a, b) => a - b),
    turns,
    testTime: wholeNumber('--test-time', values.testTime, 0),
  };
}
