import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { stripVTControlCharacters } from 'node:util';

/** The trace viewer's output when it is ready. */
const LISTENS = /Listening on http/;
const HOST = '127.0.0.1';

/**
 * Opens a trace with the Playwright that is installed where the command runs, because its version knows the trace's format.
 * The trace opens in a tab of the user's browser: a separate window would need a browser downloaded by Playwright. The
 * viewer ends when this process exits.
 * @returns a sentence that says why it can't be opened
 */
export async function openTrace(path: string): Promise<string | undefined> {
  const program = findPlaywright();
  if (program === undefined) {
    return `Playwright is not installed in ${process.cwd()}. Run there: npx playwright show-trace ${path}`;
  }
  const args = [program, 'show-trace', '--host', HOST, '--port', '0', path];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  process.once('exit', () => child.kill());
  const said = text(child.stderr);
  const ended = once(child, 'close').then(
    async () => `Playwright can't show it: ${firstLines(await said)}`,
    (error: unknown) => `Playwright can't be started: ${error instanceof Error ? error.message : error}`,
  );
  return Promise.race([ended, listening(child.stdout)]);
}

/** Resolves when the trace viewer is ready, and never if it ends first. */
function listening(output: NodeJS.ReadableStream): Promise<undefined> {
  return new Promise((resolve) => {
    let heard = '';
    output.setEncoding('utf8').on('data', (chunk: string) => {
      // Keep reading its output, so that the pipe never fills.
      if (LISTENS.test(heard)) return;
      heard += chunk;
      if (LISTENS.test(heard)) resolve(undefined);
    });
  });
}

function firstLines(errorOutput: string): string {
  const lines = stripVTControlCharacters(errorOutput).split('\n');
  return (
    lines
      .filter((line) => line.trim() !== '')
      .slice(0, 3)
      .join(' ') || 'it ended without a message'
  );
}

function findPlaywright(): string | undefined {
  const { resolve } = createRequire(join(process.cwd(), 'package.json'));
  for (const name of ['@playwright/test', 'playwright', 'playwright-core']) {
    try {
      return join(dirname(resolve(`${name}/package.json`)), 'cli.js');
    } catch {
      // Another of its packages may be installed.
    }
  }
  return undefined;
}
