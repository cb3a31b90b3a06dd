import { join } from 'node:path';
import { COMMANDS, FIXTURES } from '../programs.js';

/** Something unusual that the suite or its environment does. */
export interface Disturbance {
  name: string;
  env: Record<string, string>;
  /** Where standard error goes: a full disk, or a pipe without a reader. Default: the same file as standard output. */
  standardError?: 'full' | 'closed';
  /** Whether the suite is the first process in a PID namespace, like a container's command. */
  isFirstProcess?: true;
  /** Whether the suite is cut short, so that fewer results may arrive. */
  cutsShort?: true;
}

/** One way to run a suite. */
export interface Host {
  name: string;
  args: (report: string) => string[];
  bareArgs?: (report: string) => string[];
  /** Whether tests run in the framework's own process. */
  runsTestsItself: boolean;
  /** Whether the framework ends normally after a signal with us, and prints its report, which it would not do without us. */
  endsInOrder?: true;
}

export const HERE = join(FIXTURES, 'unchanged');
const JEST = [...COMMANDS.jest, '--config', join(HERE, 'jest', 'jest.config.cjs')];

/** With a memory limit, Jest uses workers even for a single file. */
const WORKERS = ['--maxWorkers=2', '--workerIdleMemoryLimit=1GB'];

export const HOSTS: readonly Host[] = [
  mocha('mocha', []),
  mocha('mocha --exit', ['--exit']),
  jest('jest -i', ['-i'], true),
  jest('jest -i --forceExit', ['-i', '--forceExit'], true),
  jest('jest', WORKERS, false),
  jest('jest --forceExit', [...WORKERS, '--forceExit'], false),
  {
    name: 'vitest',
    args: () => [...COMMANDS.vitest, '--config', join(HERE, 'vitest', 'vitest.config.mts')],
    runsTestsItself: false,
    endsInOrder: true,
  },
  {
    name: 'playwright',
    args: () => [...COMMANDS.playwright, '--config', join(HERE, 'playwright')],
    runsTestsItself: false,
  },
];

/** Something that happens 0, 100 or 300 milliseconds after the last test. */
const LEFTOVERS = (['throw', 'reject', 'exit'] as const).flatMap((leaves) =>
  [0, 100, 300].flatMap((after) => [leftover(leaves, after, true), leftover(leaves, after, false)]),
);

export const DISTURBANCES: readonly Disturbance[] = [
  ...LEFTOVERS,
  { name: 'standard error goes to a full disk', env: {}, standardError: 'full' },
  { name: 'standard error goes to a closed pipe', env: {}, standardError: 'closed' },
  { name: 'SIGTERM from a test', env: { SIGNALS: '1' }, cutsShort: true },
  { name: 'SIGTERM from a test to process 1', env: { SIGNALS: '1' }, isFirstProcess: true, cutsShort: true },
];

function leftover(leaves: 'throw' | 'reject' | 'exit', after: number, keeps: boolean): Disturbance {
  const name = `${leaves} ${after} ms after the last test${keeps ? '' : ', unless the process has ended'}`;
  return { name, env: { LEAVES: leaves, AFTER: `${after}`, ...(keeps && { KEEPS: '1' }) } };
}

function mocha(name: string, options: string[]): Host {
  const suite = [...options, join('mocha', 'suite.cjs')];
  const json = (report: string) => `output=${report}`;
  return {
    name,
    args: (report) => [
      ...[...COMMANDS.mocha, '--reporter', '@testpoint/mocha', '--reporter-option', 'console=json'],
      ...['--reporter-option', `consoleOptions.${json(report)}`, ...suite],
    ],
    bareArgs: (report) => [...COMMANDS.mocha, '--reporter', 'json', '--reporter-option', json(report), ...suite],
    runsTestsItself: true,
  };
}

function jest(name: string, options: string[], runsTestsItself: boolean): Host {
  return { name, args: (report) => [...JEST, '--json', '--outputFile', report, ...options], runsTestsItself };
}
