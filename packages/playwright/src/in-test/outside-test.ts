import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CHANNEL_VARIABLE } from '@testpoint/core/channel';

/** The one thing that reporter and API share within a process; either may be loaded as CommonJS and as ES module. */
const STATE = Symbol.for('testpoint.v1.playwright');
/** Its presence in the channel's folder is the message. */
const FILE = 'called-outside-a-test';

/**
 * Test files are loaded by the main process before the reporter begins, and by each worker again. The first leaves word
 * in memory, the others as a file: either way the summary warns once.
 */
export function calledOutsideTest(): void {
  const channel = process.env[CHANNEL_VARIABLE];
  try {
    if (channel !== undefined) writeFileSync(join(channel, FILE), '', { mode: 0o600 });
    else if (!(STATE in globalThis)) Object.defineProperty(globalThis, STATE, { value: true, enumerable: false });
  } catch {
    // Reporting has ended, and its folder with it.
  }
}

/** Whether this process, or one that knows this channel, called the test API outside a test. */
export function wasCalledOutsideTest(channel: string | undefined): boolean {
  return STATE in globalThis || (channel !== undefined && existsSync(join(channel, FILE)));
}
