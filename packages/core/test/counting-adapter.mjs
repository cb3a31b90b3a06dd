// A suite in its own process that prints how much of the main thread's heap is in use after a number of tests.
import { setImmediate } from 'node:timers/promises';
import { openSession } from '@testpoint/core/adapter';

const { idRoot, options, tests, attempts, measureAt = [] } = JSON.parse(process.argv[2]);
const session = openSession({ framework: { name: 'counting' }, frameworkVersion: '1', idRoot, options });

const heap = [];
for (let number = 1; number <= tests; number++) {
  const startedAt = Date.UTC(2026, 0, 1) + number;
  const record = {
    file: 'suite.test.ts',
    titlePath: ['suite', `test ${number}`],
    line: number,
    status: 'passed',
    attempts: [
      {
        status: 'passed',
        startedAt,
        endedAt: startedAt + 5,
        errors: [],
        setup: [],
        body: ['one', 'two', 'three', 'four', 'five'].map((title) => ({
          title: `step ${title}`,
          startedAt,
          endedAt: startedAt + 1,
          status: 'passed',
        })),
        teardown: [],
        attachments: [],
      },
    ],
  };
  if (attempts) session.settle(session.provisional(record));
  else session.record(record);
  if (measureAt.includes(number)) {
    // First release what the last turn of the event loop still holds.
    for (let round = 0; round < 3; round++) {
      await setImmediate();
      globalThis.gc();
    }
    heap.push(process.memoryUsage().heapUsed);
  }
}
session.close();
console.log(JSON.stringify(heap));
