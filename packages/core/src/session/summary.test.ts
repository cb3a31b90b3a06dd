import { expect, it } from 'vitest';
import type { DeliveryEnd } from '../between-threads/protocol.js';
import { paletteFor } from './palette.js';
import { type SummaryInput, summaryLines } from './summary.js';

const STATE = {
  ...{ runId: 'run-1', runCreated: false, sent: 3, refused: 0, unmatched: 0, dropped: 0 },
  ...{ refusals: [], attachmentsRefused: [] },
};

function linesOf(delivery: Partial<DeliveryEnd>, changes: Partial<SummaryInput> = {}): string[] {
  return summaryLines(
    {
      counts: { Passed: 3, Failed: 0, Blocked: 0, Skipped: 0 },
      delivery: {
        state: STATE,
        left: 0,
        sentByOthers: 0,
        lost: 0,
        unwritten: 0,
        unreadable: 0,
        fragments: 0,
        ...delivery,
      },
      ...{ recorded: 3, lost: 0, problems: [], warnings: [], notices: [] },
      ...{ outbox: '.testpoint/session', waiting: undefined, needsRun: false, reportOnly: false },
      ...changes,
    },
    paletteFor({}, {}),
  );
}

it('says nothing of a journal that is whole, or ends in half a line', () => {
  expect(linesOf({ fragments: 1 })).toEqual(['', 'Testpoint  run run-1', '  3 results: 3 passed · all delivered', '']);
});

it('says how many lines can’t be read, where they are, and how to give them up', () => {
  expect(linesOf({ unreadable: 2 }).slice(3)).toEqual([
    "  ✗ 2 lines of the journal can't be read: the journal was damaged later",
    '    The session is kept in .testpoint/session. Restore it from a copy and flush it, or discard these lines:',
    '    npx testpoint flush .testpoint/session --drop-unreadable',
    '',
  ]);
});

it('names one line as one', () => {
  expect(linesOf({ unreadable: 1 }).join('\n')).toContain("1 line of the journal can't be read");
});

it('says it beside what is not delivered', () => {
  const lines = linesOf({ unreadable: 1, left: 2, gaveUp: 'the service does not answer' }).join('\n');
  expect(lines).toContain('2 results not delivered: the service does not answer');
  expect(lines).toContain("1 line of the journal can't be read");
});
