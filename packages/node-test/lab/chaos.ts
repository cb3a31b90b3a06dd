import type { ChaosLab, Host } from '@testpoint/frameworks/lab';
import { jsonReport, OURS } from './report.js';

const WITNESS = ['--test-reporter', './witness.mjs', '--test-reporter-destination', 'stdout'];
const ours = [...OURS, ...WITNESS, 'suite.cjs'];
const bare = [...WITNESS, 'suite.cjs'];

export const chaos: ChaosLab = {
  faults: { file: 'suite.cjs', args: ours, bareArgs: bare },
  stubs: { args: ours, bareArgs: bare, knownHangs: 0 },
  hosts: [host('node --test', [], false)],
};

function host(name: string, options: string[], runsTestsItself: boolean): Host {
  return {
    name,
    args: (report) => [...OURS, ...jsonReport(report), ...options, 'suite.cjs'],
    bareArgs: (report) => [...jsonReport(report), ...options, 'suite.cjs'],
    runsTestsItself,
  };
}
