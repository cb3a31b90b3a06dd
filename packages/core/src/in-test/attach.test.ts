import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { inScope } from '../../test/samples/in-scope.js';
import { type AttemptData, CHANNEL_VARIABLE } from '../channel/format/messages.js';
import { ChannelReader } from '../channel/read/channel-reader.js';
import { attach, step } from './api.js';
import { announceApi, openChannel, tellReporter } from './place.js';
import type { AttemptScope } from './place-types.js';
import { beginAttempt, endAttempt } from './scope.js';

const directory = mkdtempSync(join(tmpdir(), 'testpoint-attach-'));
const reader = new ChannelReader(directory);
let attempt: AttemptScope;

process.env[CHANNEL_VARIABLE] = directory;
announceApi();
beforeEach(() => {
  attempt = beginAttempt('one');
});
afterAll(() => {
  openChannel(undefined);
  rmSync(directory, { recursive: true });
});

describe('attach', () => {
  it('attaches text, bytes and files as they are at the call', async () => {
    const path = join(directory, 'shot.png');
    writeFileSync(path, 'before');
    await inScope(attempt, () => {
      void attach('log', 'hello');
      step('look', () => void attach('shot', { path }));
      return attach('raw', Uint8Array.of(1, 2, 3), 'application/x-raw');
    });
    writeFileSync(path, 'after');
    tellReporter('attempt', endAttempt(attempt, false));
    const read = attemptRead();
    expect(read?.attachments).toMatchObject([
      { name: 'log', contentType: 'text/plain', isOfChannel: true },
      { name: 'raw', contentType: 'application/x-raw', isOfChannel: true },
    ]);
    const shot = read?.body[0]?.attachments?.[0];
    expect(shot).toMatchObject({ name: 'shot', contentType: 'image/png', isOfChannel: true });
    expect(readFileSync(shot?.path ?? '', 'utf8')).toBe('before');
  });

  it('says why a file could not be attached', async () => {
    await inScope(attempt, () => attach('gone', { path: join(directory, 'nowhere.txt') }));
    expect(attempt.data.attachments[0]).toMatchObject({
      name: 'gone',
      contentType: 'text/plain',
      missing: expect.stringContaining('ENOENT'),
    });
  });
});

/** The attempt that was sent last, as the reporter gets it. */
function attemptRead(): AttemptData | undefined {
  let last: AttemptData | undefined;
  reader.read(({ kind, data }) => {
    if (kind === 'attempt') last = data;
  });
  return last;
}
