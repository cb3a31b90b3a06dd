import type { TestCase } from '@playwright/test/reporter';
import type { AttemptRecord, TestRecord, TestStatus, Verdict } from '@testpoint/core';
import { UNEXPECTED_PASS, type WhyNotRun } from '@testpoint/core/adapter';
import { type AttemptMetadata, annotationsOf, collectMetadata, skipReason } from './metadata.js';
import type { ResultGroup } from './result-groups.js';
import { specFileOf } from './suites-around.js';

/** The data about a test until it is recorded. */
export interface TestSoFar {
  attempts: AttemptRecord[];
  said: AttemptMetadata[];
  /** Why it did not run, or did not finish. */
  reason?: WhyNotRun;
}

/** All runs of a test, or of its repeats, as one record. @param file relative to the id root, with posix separators */
export function translateTest(group: ResultGroup, soFar: (test: TestCase) => TestSoFar, file: string): TestRecord {
  const [test] = group.tests;
  const known = group.tests.map(soFar);
  const project = test.parent.project()?.name;
  const { status, expectedToFail, decisive } = decisionOn(group.tests);
  const said = known.flatMap((one) => one.said);
  return {
    file,
    titlePath: test.titlePath().slice(3),
    ...(test.location.file === specFileOf(test) && { line: test.location.line }),
    ...(project && { project }),
    ...(group.occurrence > 1 && { occurrence: group.occurrence }),
    ...explained(status, decisive, soFar(decisive)),
    ...(expectedToFail && { expectedToFail }),
    attempts: known.flatMap((one) => one.attempts.map(withReason)),
    ...collectMetadata(test, said.length > 0 ? said : [{ annotations: annotationsOf(test), handOvers: [] }]),
  };
}

function explained(status: TestStatus, test: TestCase, { reason }: TestSoFar): Verdict {
  if (status === 'not-run') return { status, reason };
  return status === 'skipped' ? { status, reason: skipReason(annotationsOf(test)) } : { status };
}

/** Explains why an earlier attempt failed although it has no error. */
function withReason(attempt: AttemptRecord, index: number, attempts: AttemptRecord[]): AttemptRecord {
  const isSilent = attempt.status === 'failed' && attempt.errors.length === 0 && index < attempts.length - 1;
  return isSilent ? { ...attempt, errors: [{ message: UNEXPECTED_PASS }] } : attempt;
}

interface Decision {
  status: TestStatus;
  expectedToFail: boolean;
  /** The test that decides the verdict. */
  decisive: TestCase;
}

/** Worst first: one failed repeat fails the test. */
const WEIGHT: readonly TestStatus[] = ['failed', 'not-run', 'passed', 'skipped'];

function decisionOn(tests: readonly TestCase[]): Decision {
  const [test] = tests;
  if (test !== undefined && tests.length === 1) return { ...verdictOfOne(test), decisive: test };
  const decisions = tests.map((test) => ({ ...verdictOfOne(test), decisive: test }));
  decisions.sort((a, b) => WEIGHT.indexOf(a.status) - WEIGHT.indexOf(b.status));
  return decisions[0] as Decision;
}

/** Playwright's own verdict in our terms. */
function verdictOfOne(test: TestCase): { status: TestStatus; expectedToFail: boolean } {
  const last = test.results.at(-1);
  const fails = test.expectedStatus === 'failed';
  switch (test.outcome()) {
    case 'expected':
    case 'flaky':
      return { status: 'passed', expectedToFail: fails && last?.status === 'failed' };
    case 'unexpected':
      return { status: 'failed', expectedToFail: fails && last?.status === 'passed' };
    case 'skipped': {
      const byAuthor = test.expectedStatus === 'skipped' && last?.status === 'skipped';
      return { status: byAuthor ? 'skipped' : 'not-run', expectedToFail: false };
    }
  }
}
