import type { Row } from './scenario.js';

const DEFECT = 'A bug in Testpoint. Please report it, with the lines below the message';

/** Messages that can't be caused here, each with the reason. */
const REASONS: Readonly<Record<string, string | Omit<Row, 'says'>>> = {
  'Testpoint failed while …': { when: DEFECT, pieces: ['planning the test points', 'Testpoint failed while starting'] },
  'Testpoint: could not print the summary: …': DEFECT,
  'The delivery thread failed and was started again': DEFECT,
  'Hooks and steps are not recorded in this version of Jest: …':
    'This version of Jest has different internals. Results arrive without hooks and steps. Update @testpoint/jest',
  'Testpoint: exec --only needs Playwright … or newer, and this is …: update it.':
    'Before Playwright 1.62, a reporter can’t leave out tests. Such a version is not installed here. Update Playwright, or run everything',
  'Hooks and steps are not recorded in this version of Vitest: …':
    'This version of Vitest has different internals. Results arrive without hooks and steps. Update @testpoint/vitest',
  '… that run in a browser have no hooks, steps or attachments in their results: this version of Vitest has no browser commands.':
    'This version of Vitest has different internals. Update @testpoint/vitest',
  'Mocha itself was not found, so nothing is printed': 'Mocha’s files disappear while it runs. Reinstall Mocha',
  "This process can't open any more files or connections: raise `ulimit -n`, or close what the tests open.": {
    when: 'The process runs out of descriptors at one exact moment. Testpoint keeps one in reserve, and packages/core/test/session-surroundings.test.ts shows that it is enough',
    pieces: ['too many open files'],
  },
  'Attachment … could not be kept: …':
    'The disk fills up between two files. Free some space, or set outboxDir (TMS_OUTBOX_DIR) to another disk',
  "… Testpoint can't write to the outbox (…): delivered results are not marked there, so a flush sends them again":
    'The disk fills up during delivery. Free some space, and delete the session’s folder if everything in it was delivered',
};
export const UNCAUSED: readonly Row[] = Object.entries(REASONS).map(([says, reason]) => ({
  says,
  ...(typeof reason === 'string' ? { when: reason } : reason),
}));
