import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { stripVTControlCharacters } from 'node:util';

/** What the trace viewer says when it is there. */
const LISTENS = /Listening on http/;
const HOST = '127.0.0.1';

/**
 * Opens a trace in the Playwright that is installed where the command runs: its version knows the trace's format. It shows the
 * trace in a tab of the user's browser, since a window of its own takes a browser that Playwright has downloaded. It ends
 * when this process exits.
 *
 * @returns why that can't be done, in a sentence
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

/** Resolves when the trace viewer is there; a viewer that ends before says so by its end. */
function listening(output: NodeJS.ReadableStream): Promise<undefined> {
  return new Promise((resolve) => {
    let heard = '';
    output.setEncoding('utf8').on('data', (chunk: string) => {
      // What comes after it is read as well, so that the pipe never fills.
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
      // Another of its packages may be there.
    }
  }
  return undefined;
}
