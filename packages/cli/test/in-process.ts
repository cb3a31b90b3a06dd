import type { Ended } from '../../../scripts/processes.mjs';
import type { Invocation } from '../src/invocation.js';
import { main } from '../src/program.js';

/** Of the variables around the tests, a command gets only what programs need to work at all. */
export function environment(env: Readonly<Record<string, string | undefined>>): NodeJS.ProcessEnv {
  const { PATH = '', SystemRoot = '' } = process.env;
  return { PATH, SystemRoot, ...env };
}

/** Runs a command of `testpoint` in this process, as `bin.ts` does in its own, without a terminal. */
export async function inProcess(
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
  folder: string,
): Promise<Ended> {
  const end = { code: 0, signal: null, stdout: '', stderr: '', output: '' };
  const given = invocationOf({ args, env: environment(env), folder }, end);
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
