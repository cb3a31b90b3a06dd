import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CHANNEL_VARIABLE } from '@testpoint/core/channel';

/** State that the reporter and the API share within a process. Each may be loaded both as CommonJS and as an ES module. */
const STATE = Symbol.for('testpoint.v1.playwright');
/** If this file is in the channel's folder, a worker called the API outside a test. */
const FILE = 'called-outside-a-test';

/**
 * The main process loads test files before the reporter starts, and each worker loads them again. The main process sets a
 * flag in memory, and workers write a file. Either way, the summary warns once.
 */
export function calledOutsideTest(): void {
  const channel = process.env[CHANNEL_VARIABLE];
  try {
    if (channel !== undefined) writeFileSync(join(channel, FILE), '', { mode: 0o600 });
    else if (!(STATE in globalThis)) Object.defineProperty(globalThis, STATE, { value: true, enumerable: false });
  } catch {
    // Reporting has ended, and its folder is gone.
  }
}

/** Whether this process, or one with this channel, called the test API outside of a test. */
export function wasCalledOutsideTest(channel: string | undefined): boolean {
  return STATE in globalThis || (channel !== undefined && existsSync(join(channel, FILE)));
}
