/** A suite with very many tests in its own process: `large-suite.js COUNT ID_ROOT`. It records and exits. */
import { openSession } from '@testpoint/core/adapter';
import { FILE } from '../suite/script.js';

const [count, idRoot = ''] = [Number(process.argv[2]), process.argv[3]];
const session = openSession({ framework: 'scripted', frameworkVersion: '1', idRoot, options: {} });
for (let number = 0; number < count; number++) {
  const startedAt = Date.now();
  const status = number % 20 === 19 ? 'failed' : 'passed';
  session.record({
    file: FILE,
    titlePath: ['large', `test ${number}`],
    status,
    attempts: [
      {
        status,
        startedAt,
        endedAt: startedAt + 7,
        errors:
          status === 'failed' ? [{ message: 'Error: it broke', stack: `Error: it broke\n    at ${FILE}:1:1` }] : [],
        setup: [],
        body: [{ title: 'a step', startedAt, endedAt: startedAt + 7, status }],
        teardown: [],
        attachments: [],
      },
    ],
  });
}
session.close();
