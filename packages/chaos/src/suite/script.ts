/** What a scripted suite does, test by test. Everything about it is decided before it begins. */
export interface SuiteScript {
  /** Tells the suites of a scenario apart; in their ids. */
  name: string;
  /** Folder of the suite; its outbox is in it unless the options say otherwise. */
  idRoot: string;
  /** Reporter options but for the key, which comes by the environment. */
  options: Record<string, unknown>;
  tests: ScriptedTest[];
  ending: Ending;
  /** What the suite exits with where its ending lets it. */
  exitCode: number;
  /** Before these tests (from 0) the delivery thread dies. */
  threadDiesBefore: number[];
  /** The adapter handles signals, as adapters of frameworks do that have no handling of their own. */
  handlesSignals: boolean;
}

/**
 * How a suite ends: it closes the session, calls process.exit without a word, has nothing left to do, throws, or waits
 * to be killed.
 */
export type Ending = 'close' | 'exit' | 'run-out' | 'throw' | 'wait';

export interface ScriptedTest {
  status: 'passed' | 'failed' | 'skipped' | 'not-run';
  /** At least 1; all but the last fail. */
  attempts: number;
  /** How long each attempt takes, milliseconds. */
  duration: number;
  /** The test keeps the event loop busy instead of waiting. */
  isBusy: boolean;
  attachments: ScriptedAttachment[];
}

export interface ScriptedAttachment {
  /** Handed over as content, as a file of the suite's that is deleted at once, or as one that the framework owns. */
  from: 'body' | 'file' | 'owned-file';
  bytes: number;
  /** Its content is the same for every attachment with the same number. */
  content: number;
}

export const OUTCOMES = { passed: 'Passed', failed: 'Failed', skipped: 'Skipped', 'not-run': 'Blocked' } as const;

export const FILE = 'scripted.test.ts';

/** External id of a scripted test. */
export function externalIdOf(suite: string, test: number): string {
  return `${FILE} > ${suite} > test ${test}`;
}
