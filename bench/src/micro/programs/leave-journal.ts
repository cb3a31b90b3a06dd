// Records tests into a journal that stays undelivered: a shard without a run. The flush names the run.
import type { AttachmentRecord } from '@testpoint/core';
import { openSession } from '@testpoint/core/adapter';
import { CONFIGURATION, sampleRecord } from './sample-records.js';
import { input } from './usage.js';

const { idRoot, tests, steps, files } = input<{
  idRoot: string;
  tests: number;
  steps: number;
  /** Files to attach to the tests, the same number to each. */
  files: string[];
}>();

const session = openSession({
  framework: { name: 'bench' },
  frameworkVersion: '1',
  idRoot,
  options: {
    ...{ url: 'http://127.0.0.1:9', secretKey: 'YmVuY2htYXJr', configurationId: CONFIGURATION },
    ...{ projectGlobalId: 1, testPlanGlobalId: 1 },
    testPoints: [{ configurationGlobalId: 1, testCaseGlobalId: 1 }],
  },
  shard: { current: 1, total: 2 },
});
if (!session.active) throw new Error('the session does not report');
const each = Math.ceil(files.length / tests);
for (let number = 0; number < tests; number++) {
  const attachments = files
    .slice(number * each, (number + 1) * each)
    .map((path): AttachmentRecord => ({ name: 'trace.zip', contentType: 'application/zip', path, owned: true }));
  session.record(sampleRecord(number, steps, attachments));
}
session.close();
console.log(JSON.stringify({ tests }));
