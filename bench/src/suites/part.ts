import type { Part } from '../part.js';
import { PACKAGES } from './frameworks.js';
import { install, installedVersion } from './installation.js';
import { thisMachine } from './machine.js';
import { measure, type Plan } from './measurement.js';
import { readOptions, USAGE } from './options.js';
import { FORMAT, type Recording, readRecording, writeRecording } from './recording.js';
import { report } from './report.js';

/** Measures the cost of reporting for real suites: ours compared with the reporters that users could choose instead. */
export const suites: Part = {
  usage: USAGE,
  async run(args) {
    const { plan, out, from } = readOptions(args);
    if (from !== undefined) return report(from.map(readRecording));
    const recording = await begin(plan, ['npm run bench -- suites', ...args].join(' '));
    for await (const pair of measure(plan, say)) {
      recording.pairs.push(pair);
      // After each pair, so that an abort after hours of measuring loses little.
      if (out !== undefined) writeRecording(out, recording);
    }
    return report([recording]);
  },
};

async function begin(plan: Plan, command: string): Promise<Recording> {
  await install(say);
  const versions = Object.fromEntries(
    plan.frameworks.map((framework) => [framework, installedVersion(PACKAGES[framework])]),
  );
  const date = new Date().toISOString();
  return { format: FORMAT, machine: thisMachine(), command, date, testTime: plan.testTime, versions, pairs: [] };
}

function say(line: string): void {
  process.stderr.write(`suites: ${line}\n`);
}
