/** A session in its own process that delivers nothing: `leave-journal.js ORDER`, with the order as JSON. */
import type { TestRecord } from '@testpoint/core';
import { openSession, type ProvisionalResult } from '@testpoint/core/adapter';
import { FILE, scriptedAttempt } from '../suite/script.js';
import type { JournalOrder } from './samples.js';

const { idRoot, options, tests, kinds, isKilled, isShard, namesTestCases } = JSON.parse(
  process.argv[2] ?? '',
) as JournalOrder;
const session = openSession({
  ...{ framework: 'scripted', frameworkVersion: '1', idRoot, options },
  ...(isShard && { shard: { current: 1, total: 2 } }),
});
if (!session.active) throw new Error('the session does not report');
session.plan([{ testCases: [1, 2] }], false);

for (let number = 0; number < tests; number++) {
  const kind = kinds[number % kinds.length];
  const passed = recordOf(number, ['passed'], kind === 'with a file');
  let provisional: ProvisionalResult;
  switch (kind) {
    case 'failed':
      session.record(recordOf(number, ['failed'], false));
      break;
    case 'retried':
      provisional = session.provisional(recordOf(number, ['failed'], false));
      provisional = session.provisional(recordOf(number, ['failed', 'failed'], false), provisional);
      session.record(recordOf(number, ['failed', 'failed', 'passed'], true), provisional);
      break;
    case 'settled':
      provisional = session.provisional(recordOf(number, ['failed'], false));
      session.settle(session.provisional(passed, provisional));
      break;
    case 'changed since':
      provisional = session.provisional(passed);
      session.record(recordOf(number, ['failed'], false), provisional);
      break;
    default:
      session.record(passed);
  }
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
