/** A session in its own process that delivers nothing: `leave-journal.js ORDER`, with the order as JSON. */
import type { TestRecord } from '@testpoint/core';
import { openSession, type ProvisionalResult } from '@testpoint/core/adapter';
import { FILE, scriptedAttempt } from '../suite/script.js';
import type { JournalOrder, RecordedKind } from './samples.js';

const { idRoot, options, tests, kinds, isKilled, isShard, namesTestCases } = JSON.parse(
  process.argv[2] ?? '',
) as JournalOrder;
const session = openSession({
  ...{ framework: { name: 'scripted' }, frameworkVersion: '1', idRoot, options },
  ...(isShard && { shard: { current: 1, total: 2 } }),
});
if (!session.active) throw new Error('the session does not report');
session.plan([{ testCases: [1, 2] }], false);

/** What becomes known of each kind of test, one after the other: the outcomes of its attempts so far. */
const HISTORIES: Record<RecordedKind, ('passed' | 'failed')[][]> = {
  ...{ plain: [['passed']], failed: [['failed']], 'with a file': [['passed']] },
  retried: [['failed'], ['failed', 'failed'], ['failed', 'failed', 'passed']],
  ...{ settled: [['failed'], ['passed']], 'changed since': [['passed'], ['failed']] },
};
const ATTACHED: readonly RecordedKind[] = ['with a file', 'retried'];

for (let number = 0; number < tests; number++) {
  const kind = kinds[number % kinds.length] ?? 'plain';
  const history = HISTORIES[kind];
  let provisional: ProvisionalResult | undefined;
  for (const statuses of history) {
    const isLast = statuses === history.at(-1);
    const record = recordOf(number, statuses, isLast && ATTACHED.includes(kind));
    if (isLast && kind !== 'settled') session.record(record, provisional);
    else provisional = session.provisional(record, provisional);
  }
  if (kind === 'settled' && provisional !== undefined) session.settle(provisional);
}
if (isKilled) {
  // One result stays provisional, together with the settlement before it.
  session.provisional(recordOf(tests, ['failed'], false));
  process.kill(process.pid, 'SIGKILL');
}
session.close();

function recordOf(number: number, statuses: ('passed' | 'failed')[], isAttached: boolean): TestRecord {
  const attempts = statuses.map((attempt, index) => {
    const startedAt = Date.UTC(2026, 0, 1) + number * 1_000 + index;
    return {
      ...scriptedAttempt(attempt, startedAt, startedAt + 7),
      errors: attempt === 'failed' ? [{ message: 'Error: it broke — “ünïcode” \\n "quoted"' }] : [],
      attachments: isAttached ? [{ name: 'log.txt', contentType: 'text/plain', body: `log of ${number}` }] : [],
    };
  });
  const status = statuses.at(-1) ?? 'passed';
  return {
    file: FILE,
    titlePath: ['journal', `test ${number}`],
    status,
    attempts,
    ...(namesTestCases && { testCases: [number + 1] }),
  };
}
