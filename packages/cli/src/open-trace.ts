import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/**
 * Opens a trace in the Playwright that is installed where the command runs: its version knows the trace's format.
 * @returns why that can't be done, in a sentence
 */
export function openTrace(path: string): string | undefined {
  const program = findPlaywright();
  if (program === undefined) {
    return `Playwright is not installed in ${process.cwd()}. Run there: npx playwright show-trace ${path}`;
  }
  const child = spawn(process.execPath, [program, 'show-trace', path], { stdio: 'ignore', detached: true });
  child.on('error', () => {});
  child.unref();
  return undefined;
}

function findPlaywright(): string | undefined {
  const { resolve } = createRequire(join(process.cwd(), 'package.json'));
  for (const name of ['@playwright/test', 'playwright', 'playwright-core']) {
    try {
      return join(dirname(resolve(`${name}/package.json`)), 'cli.js');
    } catch {
      // Another of its packages may be there.
    }
  }
  return undefined;
}
