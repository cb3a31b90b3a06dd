import type { FullConfig, FullResult, Suite, TestCase, TestResult, TestStep } from '@playwright/test/reporter';
import type { ErrorRecord } from '@testpoint/core';
import type { WhyNotRun } from '@testpoint/core/adapter';
import { headline } from './errors.js';
import * as say from './result-messages.js';
import { suitesAround } from './suites-around.js';
import { BEFORE_HOOKS, isAllHook } from './times.js';

/** Remembers why tests of a suite did not run: a failed beforeAll, or an earlier failure in a serial group. */
export class FailureTrail {
  readonly #reasons = new WeakMap<Suite, WhyNotRun>();

  /** Call it with every failed attempt. Its error explains the tests that do not run after it. */
  failed(test: TestCase, result: TestResult, error: ErrorRecord | undefined): void {
    const culprit = failedBeforeAll(test, result) ?? test;
    const words = error === undefined ? '' : ` (${headline(error.message)})`;
    for (const suite of suitesOf(test)) this.#reasons.set(suite, say.afterFailure(culprit.title, words));
  }

  /** Why a test was announced and did not run. */
  reasonFor(test: TestCase): WhyNotRun {
    for (const suite of suitesOf(test)) {
      const reason = this.#reasons.get(suite);
      if (reason !== undefined) return reason;
    }
    return say.didNotRun;
  }
}

/** Why a test was never announced. */
export function reasonForSilence(
  test: TestCase,
  config: FullConfig,
  end: FullResult['status'],
  failures: number,
): WhyNotRun {
  if (end === 'interrupted') return say.interrupted;
  if (end === 'timedout') return say.globalTimeout(config.globalTimeout);
  if (config.maxFailures > 0 && failures >= config.maxFailures) {
    return say.maxFailures(config.maxFailures);
  }
  const needed = failedDependency(test);
  if (needed !== undefined) return say.dependencyFailed(needed);
  return say.didNotRun;
}

/** Why a test that had begun was cut off. */
export function reasonForInterruption(config: FullConfig, end: FullResult['status'], failures: number): WhyNotRun {
  if (end === 'timedout') return say.cutOffByTimeout(config.globalTimeout);
  if (end !== 'interrupted' && config.maxFailures > 0 && failures >= config.maxFailures) {
    return say.cutOffByFailures(config.maxFailures);
  }
  return say.interruptedWhileRunning;
}

/** The describes and the file, from the inside out. A failure never affects tests of another file. */
function suitesOf(test: TestCase): Suite[] {
  return suitesAround(test).filter(({ type }) => type === 'describe' || type === 'file');
}

function failedBeforeAll(test: TestCase, result: TestResult): TestStep | undefined {
  const before = result.steps.find((step) => step.category === 'hook' && step.title === BEFORE_HOOKS);
  return before?.steps.find(
    (step) => (step.error !== undefined || step.duration < 0) && isAllHook(step, test, 'beforeAll'),
  );
}

/** The project that failed may be one that a needed project depends on. */
function failedDependency(test: TestCase): string | undefined {
  const needed = new Set(test.parent.project()?.dependencies);
  for (const name of needed) {
    for (const suite of suitesAround(test).at(-1)?.suites ?? []) {
      const project = suite.project();
      if (project?.name !== name) continue;
      if (suite.allTests().some((other) => !other.ok())) return name;
      for (const further of project.dependencies) needed.add(further);
    }
  }
  return undefined;
}
