// Records this many tests as fast as possible, and prints the cost of the calls.
import type { AttachmentRecord } from '@testpoint/core';
import { openSession } from '@testpoint/core/adapter';
import { sampleRecord, sampleSession } from './sample-records.js';
import { input, mainThreadCpu, processCpu } from './usage.js';

const { url, idRoot, steps, attachment, marks, patterns } = input<{
  url: string;
  idRoot: string;
  steps: number;
  /** Size of a text attachment, bytes; 0 for none. */
  attachment: number;
  /** Numbers of tests after which to print the cost per test since the previous mark. */
  marks: number[];
  /** Sources of regular expressions for `redact`. */
  patterns: string[];
}>();

/** How many records to create at once, before the clock starts. */
const BATCH = 100;
const content = 'x'.repeat(attachment);
const { now } = performance;
const redact = patterns.map((source) => new RegExp(source));
const session = openSession(sampleSession(idRoot, url, { closeTimeout: 0, redact }));
const figures: Record<string, number> = {};
let recorded = 0;
for (const mark of marks) {
  const total = mark - recorded;
  const processBefore = processCpu();
  let wall = 0;
  let cpu = 0;
  while (recorded < mark) {
    const records = Array.from({ length: Math.min(BATCH, mark - recorded) }, () => {
      const attachments: AttachmentRecord[] =
        attachment === 0 ? [] : [{ name: 'log.txt', contentType: 'text/plain', body: `${recorded} ${content}` }];
      return sampleRecord(recorded++, steps, attachments);
    });
    const cpuBefore = mainThreadCpu();
    const before = now.call(performance);
    for (const record of records) session.record(record);
    wall += now.call(performance) - before;
    cpu += mainThreadCpu() - cpuBefore;
    // The event loop turns between tests, as in a suite.
    await new Promise((resolve) => setImmediate(resolve));
  }
  figures[`wall${mark}`] = (wall * 1000) / total;
  figures[`cpu${mark}`] = (cpu * 1000) / total;
  figures[`process${mark}`] = ((processCpu() - processBefore) * 1000) / total;
}
session.close();
console.log(JSON.stringify(figures));
