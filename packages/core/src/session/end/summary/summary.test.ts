import { describe, expect, it } from 'vitest';
import type { DeliveryEnd } from '../../../between-threads/protocol.js';
import { paletteFor } from '../../palette.js';
import { summaryLines } from './summary.js';
import type { EndedSession } from './undelivered.js';

const STATE = {
  ...{ runId: 'run-1', runCreated: false, sent: 3, refused: 0, unmatched: 0, dropped: 0 },
  ...{ refusals: [], attachmentsMissing: 0, attachmentsRefused: [] },
};

const NOTHING_RECORDED = { recorded: 0, counts: { Passed: 0, Failed: 0, Blocked: 0, Skipped: 0 } };
const DELIVER = '    Deliver with: npx testpoint flush .testpoint/session';

/** Changes to what a session has recorded, to its settings, or to the session itself. */
type Changes = Partial<EndedSession & EndedSession['notes'] & EndedSession['settings']>;

function linesOf(delivery: Partial<DeliveryEnd>, changes: Changes = {}): string[] {
  const counts = { Passed: 3, Failed: 0, Blocked: 0, Skipped: 0 };
  const end = { state: STATE, left: 0, sentByOthers: 0, lost: 0, unwritten: 0, unreadable: 0, fragments: 0 };
  return summaryLines(
    {
      notes: {
        counts,
        flaky: 0,
        recorded: 3,
        corrected: 0,
        missing: 0,
        problems: [],
        warnings: [],
        notices: [],
        ...changes,
      },
      settings: { reportOnly: false, deliveryProblems: [], ...changes },
      ...{
        delivery: { ...end, ...delivery },
        lost: 0,
        outbox: '.testpoint/session',
        wrongSettings: [],
        needsRun: false,
      },
      ...changes,
    },
    paletteFor({}, {}),
  );
}

it('says nothing about a journal that is intact, or ends in half a line', () => {
  expect(linesOf({ fragments: 1 })).toEqual(['', 'Testpoint  run run-1', '  3 results: 3 passed · all delivered', '']);
});

it('says how many lines can’t be read, where they are, and how to discard them', () => {
  expect(linesOf({ unreadable: 2 }).slice(3)).toEqual([
    "  ✗ 2 lines of the journal can't be read: the journal was damaged after it was written",
    '    The session is kept in .testpoint/session. Restore it from a copy and flush it, or discard these lines:',
    '    npx testpoint flush .testpoint/session --drop-unreadable',
    '',
  ]);
});

it('uses the singular for one unreadable line', () => {
  expect(linesOf({ unreadable: 1 }).join('\n')).toContain("1 line of the journal can't be read");
});

it('mentions unreadable lines as well as undelivered results', () => {
  const lines = linesOf({ unreadable: 1, left: 2, gaveUp: 'the service does not answer' }).join('\n');
  expect(lines).toContain('2 results not delivered: the service does not answer');
  expect(lines).toContain("1 line of the journal can't be read");
});

describe('the first two lines', () => {
  it.each<[string, Partial<DeliveryEnd['state']>, Changes, string[]]>([
    ['a given run', {}, {}, ['Testpoint  run run-1', '  3 results: 3 passed · all delivered']],
    [
      'a run that the session created, with its page',
      { runCreated: true, finished: 'complete' },
      { runUrl: 'https://tms.example/{id}?again={id}' },
      [
        'Testpoint  run run-1, created, completed  https://tms.example/run-1?again=run-1',
        '  3 results: 3 passed · all delivered',
      ],
    ],
    [
      'every outcome, and problems',
      { finished: 'stop', sent: 4 },
      {
        recorded: 5,
        counts: { Passed: 2, Failed: 1, Blocked: 1, Skipped: 1 },
        flaky: 1,
        problems: [{ title: 'a.test.js did not finish' }],
      },
      [
        'Testpoint  run run-1, stopped',
        '  5 results: 1 passed, 1 failed, 1 flaky, 1 did not run, 1 skipped, 1 problem · 4 delivered',
      ],
    ],
    [
      'a red build without results',
      { sent: 0 },
      { ...NOTHING_RECORDED, problems: [{ title: 'No tests were run' }] },
      ['Testpoint  run run-1', '  no results: 1 problem'],
    ],
    [
      'attachments that could not be read',
      {},
      { missing: 2 },
      ['Testpoint  run run-1', '  3 results: 3 passed, 2 attachments missing · all delivered'],
    ],
    ['no results', { sent: 0 }, NOTHING_RECORDED, ['Testpoint  run run-1', '  no results']],
    [
      'a report only',
      {},
      { reportOnly: 'no secret key' },
      ['Testpoint  report only: no secret key', '  3 results: 3 passed'],
    ],
  ])('%s', (_, state, changes, lines) => {
    expect(linesOf({ state: { ...STATE, ...state } }, changes).slice(1, 3)).toEqual(lines);
  });

  it('a result that another process delivered counts as delivered', () => {
    expect(linesOf({ state: { ...STATE, sent: 1 }, sentByOthers: 2 })[2]).toBe('  3 results: 3 passed · all delivered');
  });
});

describe('undelivered results', () => {
  const undelivered = { state: { ...STATE, sent: 1 }, left: 2 };

  it.each<[string, Partial<DeliveryEnd>, Changes, string[]]>([
    [
      'have a reason and a command',
      { ...undelivered, gaveUp: 'the service does not answer' },
      {},
      ['  ! 2 results not delivered: the service does not answer', DELIVER],
    ],
    [
      'have the reason for the pause rather than that for the end',
      { ...undelivered, state: { ...STATE, sent: 1, paused: 'wrong key' }, gaveUp: 'time is over' },
      {},
      ['  ! 2 results not delivered: wrong key', DELIVER],
    ],
    [
      'wait for a run',
      undelivered,
      { needsRun: true },
      [
        '  ! 2 results waiting in the outbox: there is no run. Create one for all shards first:',
        '      TMS_TEST_RUN_ID=$(npx testpoint run create) && export TMS_TEST_RUN_ID',
        DELIVER,
      ],
    ],
    [
      'were only in memory',
      undelivered,
      { outbox: undefined, lost: 2 },
      [
        '  ! 2 results not delivered',
        '    They were only in memory, and are lost.',
        '  ✗ 2 results lost: neither the disk nor the service accepted them',
      ],
    ],
    [
      'were in an outbox that is gone',
      { ...undelivered, outbox: { removed: 'lost' } },
      {},
      ['  ! 2 results not delivered', '    The outbox was deleted while the suite ran, so they are lost.'],
    ],
    [
      'were put back into an outbox that was gone',
      { ...undelivered, outbox: { removed: 'put back' } },
      {},
      [
        '  ! 2 results not delivered',
        DELIVER,
        '  ! The outbox was deleted while the suite ran: undelivered results were put back, without their attachments',
      ],
    ],
  ])('%s', (_, delivery, changes, lines) => {
    expect(linesOf(delivery, changes).slice(3, -1)).toEqual(lines);
  });

  it('are all recorded results if the delivery thread died', () => {
    expect(linesOf({}, { delivery: undefined }).slice(1, -1)).toEqual([
      'Testpoint  no run',
      '  3 results: 3 passed · 0 delivered',
      '  ! 3 results not delivered: the delivery thread ended early',
      DELIVER,
    ]);
  });
});

describe('results that the service did not accept', () => {
  const refusal = (number: number, unmatched: boolean) => ({
    ...{ externalId: `test ${number}`, reason: 'Outcome is wrong.', unmatched },
    ...(unmatched && { configurationId: 'conf-1' }),
  });

  it('names the first ten of each kind, and counts the others', () => {
    const refusals = [
      ...Array.from({ length: 10 }, (_, number) => refusal(number, true)),
      ...[refusal(10, false), refusal(11, false)],
    ];
    const lines = linesOf({ state: { ...STATE, refusals, refused: 14, unmatched: 12 } }).slice(3, -1);
    expect(lines[0]).toBe('  ! 12 results set aside: their tests are not in the run');
    expect(lines.slice(1, 12)).toEqual([
      ...refusals.slice(0, 10).map((one) => `      ${one.externalId}`),
      '      and 2 more',
    ]);
    expect(lines.slice(12)).toEqual([
      '    Compare with npx testpoint catalog; deliver later with npx testpoint flush .testpoint/session',
      '  ! 2 results refused by the service',
      '      test 10: Outcome is wrong.',
      '      test 11: Outcome is wrong.',
    ]);
  });

  it('suggests checking the configuration when nothing matched', () => {
    const state = { ...STATE, sent: 0, refused: 1, unmatched: 1, refusals: [refusal(1, true)] };
    expect(linesOf({ state }).join('\n')).toContain(
      'check configurationId (TMS_CONFIGURATION_ID): they were sent with conf-1.',
    );
    expect(linesOf({ state: { ...state, sent: 1 } }).join('\n')).not.toContain('TMS_CONFIGURATION_ID');
  });

  it('shows one line of a reason, and at most 200 characters', () => {
    const refusals = [{ externalId: 'a', reason: `${'x'.repeat(300)}\nsecond line`, unmatched: false }];
    const [, named = ''] = linesOf({ state: { ...STATE, refused: 1, refusals } }).slice(3);
    expect(named.trim()).toBe(`a: ${'x'.repeat(196)}…`);
  });
});

it.each<[string, Partial<DeliveryEnd>, Changes, string[]]>([
  [
    'a report and what it lacks',
    { report: { page: 'file:///report/index.html', incomplete: ['1 attachment is missing.'] } },
    {},
    ['  Report: file:///report/index.html', '      1 attachment is missing.'],
  ],
  [
    'why there is no report, and how to make it',
    { report: { failed: 'the disk is full' } },
    {},
    [
      '  ! No report: the disk is full',
      '    Make it with: npx testpoint report .testpoint/session --out testpoint-report-2',
    ],
  ],
  [
    'eight lines of a problem’s detail',
    {},
    {
      problems: [{ title: 'It broke', detail: Array.from({ length: 9 }, (_, number) => `line ${number}`).join('\n') }],
    },
    ['  ✗ It broke', ...Array.from({ length: 8 }, (_, number) => `      line ${number}`)],
  ],
  [
    'ten warnings, and how many more there are',
    {},
    { warnings: Array.from({ length: 12 }, (_, number) => `warning ${number}`) },
    [...Array.from({ length: 10 }, (_, number) => `  ! warning ${number}`), '  ! and 2 more warnings'],
  ],
  [
    'what earlier sessions left',
    { waiting: { sessions: 2, others: 2, bytes: 1024, isAtLeast: false } },
    {},
    ['  2 sessions are waiting in .testpoint (1 KiB): npx testpoint flush .testpoint'],
  ],
  [
    'a gigabyte that waits, prominently',
    { waiting: { sessions: 1, others: 0, bytes: 1024 ** 3, isAtLeast: true } },
    {},
    [
      '  ! At least 1 session is waiting in .testpoint (more than 1.0 GiB): undelivered results are never deleted.',
      '    Deliver with npx testpoint flush .testpoint, or delete the folders of sessions that you no longer need.',
    ],
  ],
  ['notices last', {}, { notices: ['see the docs'] }, ['  see the docs']],
])('shows %s', (_, delivery, changes, lines) => {
  expect(linesOf(delivery, changes).slice(3, -1)).toEqual(lines);
});
