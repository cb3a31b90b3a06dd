import { CHANNEL_VARIABLE, type ChannelMessage, STATE_SYMBOL } from '@testpoint/core/test-api';
import { setupFailed } from './messages.js';
import type { VitestModule } from './observe.js';
import { page, tellFromPage } from './page.js';

/**
 * The reporter adds this file to every project, to observe hooks, steps and the test API. An error in a setup file fails
 * every test file, so none may occur here: this file imports nothing (the build copies what it needs), and catches and
 * reports everything that may throw.
 */

/** Hides the names from Vite, which rejects a whole file if it can't resolve an import with a literal name. */
const load = (name: string): Promise<unknown> => import(/* @vite-ignore */ name);

const channel = globalThis.process?.env[CHANNEL_VARIABLE];
/** Without isolation, an earlier file may have replaced `process.env`. The channel that it used is still open. */
const hasEarlierFile = Symbol.for(STATE_SYMBOL) in globalThis;

if (channel !== undefined || hasEarlierFile || page !== undefined) {
  try {
    const { observe } = (await load('./observe.js')) as typeof import('./observe.js');
    // The instance of Vitest that runs the tests. An import from here might find another version, or nothing.
    const { __vitest_index__: vitest } = globalThis as { __vitest_index__?: object };
    await observe((vitest ?? (await load('vitest'))) as VitestModule, load);
  } catch (error) {
    warn(setupFailed(String(error)));
  }
}

/** Writes a warning that the reporter reads at the end of the run. */
function warn(text: string): void {
  try {
    const line = JSON.stringify({ kind: 'warning', data: { text } } satisfies ChannelMessage);
    if (page !== undefined) return tellFromPage('page', { line });
    const fs = process.getBuiltinModule('node:fs');
    fs.appendFileSync(`${channel}/setup-${process.pid}.jsonl`, `${line}\n`, { mode: 0o600 });
  } catch {
    // Then the results lack the setup file's data, and nothing else.
  }
}
