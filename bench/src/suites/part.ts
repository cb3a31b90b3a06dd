import { thisMachine } from '../machine.js';
import type { Part } from '../part.js';
import { install, installedVersion } from './installation.js';
import { measure, type Pair } from './measurement.js';
import { readOptions, USAGE } from './options.js';
import { report } from './report.js';

/** Measures the cost of reporting for real suites: ours compared with the reporters that users could choose instead. */
export const suites: Part = {
  usage: USAGE,
  async run(args) {
    const plan = readOptions(args);
    await install(say);
    const versions = Object.fromEntries(
      plan.frameworks.map((name) => [name, installedVersion(name === 'playwright' ? '@playwright/test' : name)]),
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
