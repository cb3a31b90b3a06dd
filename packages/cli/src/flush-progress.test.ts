import { Writable } from 'node:stream';
import type { FlushedSession } from '@testpoint/core/cli';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { FlushProgress } from './flush-progress.js';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] });
});
afterEach(() => {
  vi.useRealTimers();
});

function session(directory: string, sent: number): FlushedSession {
  return {
    directory,
    name: directory,
    outcome: 'left',
    sent,
    refused: 0,
    unmatched: 0,
    refusals: [],
    attachmentsMissing: 0,
    attachmentsRefused: [],
    left: 0,
    unreadable: 0,
    fragments: 0,
  };
}

/** The output of a flush that has delivered 3,000 of 4,000 results, from two sessions. */
function shownOf(total: number | undefined): string {
  let shown = '';
  const out = new Writable({
    write(chunk, _encoding, done) {
      shown += chunk;
      done();
    },
  });
  const progress = new FlushProgress(out, total);
  for (let thousand = 1; thousand <= 3; thousand++) {
    vi.advanceTimersByTime(2500);
    progress.update(session(thousand === 3 ? 'b' : 'a', thousand === 3 ? 1000 : thousand * 1000));
  }
  progress.end();
  return shown;
}

test('on a terminal a bar shows how much is delivered, and is removed at the end', () => {
  const shown = shownOf(4000);
  expect(shown).toContain(`${'█'.repeat(23)}${'░'.repeat(7)}  75 %  3,000 of 4,000 results`);
  expect(shown).toMatch(/\r\u001b\[2K$/);
  expect(shown).not.toContain('\n');
});

test('without a terminal a plain line appears every five seconds, without control characters', () => {
  expect(shownOf(undefined)).toBe('2,000 results delivered so far\n');
});
