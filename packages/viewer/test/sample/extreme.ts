import type { StepResult } from '@testpoint/interface';
import { hostileReport } from './hostile.js';
import { placeholder } from './sample-test.js';
import type { SampleReport } from './write-report.js';

const LEVELS = 300;
const ATTACHMENTS = 500;
const MESSAGE_LINES = 110_000;

/** A report with one unreasonably large result. */
export function extremeReport(): SampleReport {
  const message = Array.from(
    { length: MESSAGE_LINES },
    (_, line) => `line ${line} of a message that does not end soon`,
  ).join('\n');
  return hostileReport({
    name: 'extreme',
    shows: '',
    test: {
      body: {
        message,
        stepResults: [nested(LEVELS)],
        attachments: Array.from({ length: ATTACHMENTS }, (_, index) => ({ id: placeholder(index) })),
      },
      files: Array.from({ length: ATTACHMENTS }, (_, index) => ({
        name: `note ${index}`,
        contentType: 'text/plain',
        content: `note ${index}`,
        ending: 'txt',
      })),
    },
  });
}

function nested(levels: number): StepResult {
  let step: StepResult = { title: `level ${levels}`, outcome: 'Failed' };
  for (let level = levels - 1; level > 0; level--)
    step = { title: `level ${level}`, outcome: 'Failed', stepResults: [step] };
  return step;
}
