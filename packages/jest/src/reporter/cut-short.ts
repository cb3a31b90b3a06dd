import type { Verdict } from '@testpoint/core';
import { emptyAttempt, type WhyNotRun } from '@testpoint/core/adapter';
import { TestNumbers } from '@testpoint/core/test-api';
import type { ObservedRun } from './observed-runs.js';
import type { NamedProject } from './project-names.js';
import { type EndedCase, invocationOf, keyOf, type RunningFile, type StartedCase } from './running-file.js';
import { type NameFilter, recordOf } from './translate.js';

/** How a file ended for which Jest has no result. */
export interface CutShort {
  /** Why the remaining tests did not run, as shown in their results. */
  reason: WhyNotRun;
  /** How often the file ran. Jest runs a file again if its worker exits. */
  runs: number;
}

interface KnownTest {
  titles: string[];
  occurrence: number;
  number: number;
  skipped: boolean;
  /** Its attempts, from the last run in which it ended. */
  ended: EndedCase[];
  begun: StartedCase | undefined;
}

/**
 * Settles the tests of a file whose process died or whose run was stopped, from Jest's events up to then. A test that the setup
 * file declared and that did not end counts as not run. Without a setup file, only tests that had begun are known.
 */
export function settleCutShort(
  project: NamedProject,
  running: RunningFile,
  observed: ObservedRun | undefined,
  { reason, runs }: CutShort,
  isMeant: NameFilter,
): void {
  const { name: file, ledger } = running;
  const worker = observed?.worker;
  for (const test of knownTests(running, observed, runs)) {
    const { titles, occurrence, number, skipped, ended, begun } = test;
    if (ended.length === 0 && begun === undefined && !isMeant(titles.join(' '))) continue;
    const declared = observed?.positionOf(titles, occurrence);
    const location = { file, ...project, titles, occurrence, number, worker };
    const { attempts, identity } = observed?.testAt(declared) ?? {};
    const record = recordOf(location, ended, attempts, identity);
    if (begun?.startedAt !== undefined) {
      const { startedAt } = begun;
      record.attempts.push({ ...emptyAttempt('not-run'), startedAt, ...(worker !== undefined && { worker }) });
    }
    const key = running.keyOf(location);
    const silent: Verdict = skipped ? { status: 'skipped' } : { status: 'not-run', reason };
    if (ended.length > 0) ledger.settle(key, record);
    else if (!ledger.has(key)) ledger.settle(key, Object.assign(record, silent));
  }
  ledger.finish();
}

function knownTests(running: RunningFile, observed: ObservedRun | undefined, runs: number): KnownTest[] {
  const tests: KnownTest[] = [];
  const byTitles = new Map<string, KnownTest[]>();
  const numbers = new TestNumbers();
  const alike = (titles: readonly string[]) => byTitles.get(keyOf(titles)) ?? [];
  const add = (titles: string[], skipped: boolean): KnownTest => {
    const same = alike(titles);
    const numbered = { occurrence: same.length + 1, number: numbers.next(titles) };
    const test: KnownTest = { titles, ...numbered, skipped, ended: [], begun: undefined };
    tests.push(test);
    byTitles.set(keyOf(titles), [...same, test]);
    return test;
  };

  for (const [position, titles] of (observed?.tests ?? []).entries())
    add(titles, observed?.skipped.has(position) === true);
  for (const ended of running.ended) {
    const same = alike(ended.titles);
    const invocation = invocationOf(ended.result);
    if (invocation > 1) same.find((test) => test.ended.length === invocation - 1)?.ended.push(ended);
    else {
      // Each run of the file has the same tests, so those with equal titles repeat.
      const perRun = Math.max(same.length, Math.ceil((running.alike(ended.titles).at(-1)?.nth ?? 1) / runs));
      (same[(ended.nth - 1) % perRun] ?? add(ended.titles, false)).ended = [ended];
    }
  }
  for (const begun of running.started) {
    const same = alike(begun.titles);
    const open = same.filter((test) => test.begun === undefined);
    // Otherwise it is a retry. Jest does not say which attempt begins, and without `immediately`, all others end before.
    const test =
      open.find(({ ended }) => ended.length === 0) ??
      open.find(({ ended }) => ended.at(-1)?.result.status === 'failed');
    if (test !== undefined) test.begun = begun;
    else if (runs === 1 || same.length === 0) add(begun.titles, false).begun = begun;
  }
  return tests;
}
