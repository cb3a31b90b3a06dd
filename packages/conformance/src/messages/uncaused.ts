import type { Row } from './scenario.js';

const DEFECT =
  'A defect of ours: the fault laboratory (packages/chaos) fails where one of these appears. Please report it, with what stands below it';

/** Messages that can't be caused here, with the reason. */
export const UNCAUSED: readonly Row[] = [
  {
    says: 'Testpoint failed while …',
    when: DEFECT,
    pieces: ['planning the test points', 'Testpoint failed while starting'],
  },
  { says: 'Testpoint itself went wrong in …; results may be missing.', when: DEFECT },
  { says: 'Testpoint could not read what Jest says', when: DEFECT },
  { says: 'Testpoint: the summary could not be printed: …', when: DEFECT },
  { says: 'The delivery thread failed and was started again', when: DEFECT },
  {
    says: 'Hooks and steps are not seen in this version of Jest: …',
    when: 'It takes a Jest that has changed inside. Update @testpoint/jest; the results are sent without hooks and steps',
  },
  {
    says: 'Hooks and steps are seen with the test runner jest-circus.',
    when: 'It takes another test runner, which is not installed here. Use jest-circus, Jest’s own',
  },
  {
    says: 'Hooks and steps are not seen in this version of Vitest: …',
    when: 'It takes a Vitest that has changed inside. Update @testpoint/vitest; the results are sent without hooks and steps',
  },
  {
    says: '… that run in a browser have no hooks, steps or attachments in their results.',
    when: 'It takes Vitest’s browser mode, which is not installed here. It is so by design',
  },
  {
    says: 'Mocha itself was not found, so nothing is printed',
    when: 'It takes a Mocha whose files are gone while it runs. Install it anew',
  },
  {
    says: 'This process can open no more files and connections: raise `ulimit -n`, or close what the tests open.',
    when: 'It takes the last descriptor at the right moment; one is kept back for that, and packages/core/test/session-surroundings.test.ts shows that it is enough',
    pieces: ['too many open files'],
  },
  {
    says: 'Attachment … could not be kept: …',
    when: 'It takes a disk that fills up between two files. Make room, or set outboxDir (TMS_OUTBOX_DIR) to another disk',
  },
  {
    says: "The outbox can't be written to (…): what was delivered is not marked there, so a flush sends it again",
    when: 'It takes a disk that fills up during delivery. Make room, and remove the session’s folder where all of it was delivered',
    pieces: [
      "  … The outbox can't be written to (…): what was delivered is not marked there, so a flush sends it again",
    ],
  },
  {
    says: 'This could not be marked in the folder (…): another flush of it would send it again.',
    when: 'The same in a flush',
    pieces: ['the disk is full'],
  },
  {
    says: 'Deleted … without a key: the report has it all.',
    when: 'It takes a suite without a key that ended without writing its report. Nothing is to be done',
  },
  {
    says: 'Serving it at …\nPress Ctrl+C to end.',
    when: 'It asks for a browser. Press Ctrl+C when you have read the report',
    pieces: ['Press Ctrl+C to end.'],
  },
];
