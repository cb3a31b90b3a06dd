import type { ChaosLab, Host } from '@testpoint/frameworks/lab';
import { jsonReport, OURS } from './report.js';

const faults = (ours: readonly string[]) => [...reporter('before'), ...ours, ...reporter('after'), 'suite.cjs'];
const stubs = (ours: readonly string[]) => [...ours, ...reporter('witness'), 'suite.cjs'];

export const chaos: ChaosLab = {
  faults: { file: 'suite.cjs', args: faults(OURS), bareArgs: faults([]), attachesLate: true },
  stubs: { args: stubs(OURS), bareArgs: stubs([]), knownHangs: 0 },
  hosts: [
    host('node --test', OURS.slice(2), []),
    // What tests leave behind may run later if Node loads any file before them.
    host('node --test --import', OURS, ['--import', './nothing.mjs']),
  ],
};

function host(name: string, ours: readonly string[], bare: readonly string[]): Host {
  return {
    name,
    args: (report) => [...ours, ...jsonReport(report), 'suite.cjs'],
    bareArgs: (report) => [...bare, ...jsonReport(report), 'suite.cjs'],
    runsTestsItself: false,
  };
}

function reporter(name: string): string[] {
  return ['--test-reporter', `./${name}.mjs`, '--test-reporter-destination', 'stdout'];
}
