import { openSession } from '@testpoint/core/adapter';
import type { Ended } from '../../../scripts/processes.mjs';
import type { Invocation } from '../src/invocation.js';
import { main } from '../src/program.js';
import { record } from './fixtures/tests.mjs';

/** Of the variables around the tests, a command gets only what programs need to work at all. */
export function environment(env: Readonly<Record<string, string | undefined>>): NodeJS.ProcessEnv {
  const { PATH = '', SystemRoot = '' } = process.env;
  return { PATH, SystemRoot, ...env };
}

/** Runs a command of `testpoint` in this process, as `bin.ts` does in its own, without a terminal. @param outputs instead of those that collect; `startedAt` for a command that takes long */
export async function inProcess(
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
  folder: string,
  outputs: Partial<Pick<Invocation, 'stdout' | 'stderr' | 'startedAt'>> = {},
): Promise<Ended> {
  const end = { code: 0, signal: null, stdout: '', stderr: '', output: '' };
  const given = { ...invocationOf({ args, env: environment(env), folder }, end), ...outputs };
  await main(given);
  return { ...end, code: end.signal === null ? given.exitCode : null };
}

/** @param end gets what is printed, and the signal */
export function invocationOf(
  given: Pick<Invocation, 'args' | 'env' | 'folder'>,
  end: Omit<Ended, 'code'> = { signal: null, stdout: '', stderr: '', output: '' },
): Invocation {
  const output = (name: 'stdout' | 'stderr') => ({
    write: (text: string) => {
      end[name] += text;
      end.output += text;
    },
  });
  return {
    ...given,
    ...{ stdin: {}, stdout: output('stdout'), stderr: output('stderr'), stdio: ['ignore', 'pipe', 'pipe'] },
    ...{ exitCode: 0, startedAt: performance.now(), onSignal: () => () => {} },
    end: (signal) => {
      end.signal = signal ?? null;
    },
  };
}

/** Runs the suite of `fixtures/suite.mjs` in this process, up to the end of its delivery. @returns what it printed */
export async function suiteInProcess(
  [count, attachments]: readonly [count: number, attachments?: number],
  env: Readonly<Record<string, string | undefined>>,
  folder: string,
): Promise<string> {
  let printed = '';
  const session = openSession({
    ...{ framework: { name: 'scripted' }, frameworkVersion: '1', idRoot: folder, options: {} },
    ...{ cwd: folder, env: environment(env) },
    print: (lines) => {
      printed += `${lines.join('\n')}\n`;
    },
  });
  if (!session.active) return printed;
  record(session, count, attachments);
  await new Promise<void>((resolve) => {
    session.afterEnd(resolve);
    session.close();
  });
  return printed;
}
