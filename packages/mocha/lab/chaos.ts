import type { ChaosLab, Host } from '@testpoint/frameworks/lab';

/** Mocha has only one reporter: ours in front of a witness, or the witness alone. */
const OURS = [
  ...['--reporter', '@testpoint/mocha', '--reporter-option', 'console=./witness.cjs'],
  ...['--require', '@testpoint/mocha/setup', 'suite.cjs'],
];
const BARE = ['--reporter', './witness.cjs', 'suite.cjs'];
const RETRIES = ['--retries', '1'];
/** Loaded before the suite's file. */
const EARLIER_FILE = ['--file', 'earlier.cjs'];

export const chaos: ChaosLab = {
  faults: { file: 'suite.cjs', args: [...OURS, ...RETRIES], bareArgs: [...BARE, ...RETRIES] },
  stubs: { args: [...OURS, ...EARLIER_FILE], bareArgs: [...BARE, ...EARLIER_FILE], knownHangs: 1 },
  hosts: [host('mocha', []), host('mocha --exit', ['--exit'])],
};

function host(name: string, options: string[]): Host {
  const json = (report: string) => `output=${report}`;
  return {
    name,
    args: (report) => [
      ...['--reporter', '@testpoint/mocha', '--reporter-option', 'console=json'],
      ...['--reporter-option', `consoleOptions.${json(report)}`, ...options, 'suite.cjs'],
    ],
    bareArgs: (report) => ['--reporter', 'json', '--reporter-option', json(report), ...options, 'suite.cjs'],
    runsTestsItself: true,
  };
}
