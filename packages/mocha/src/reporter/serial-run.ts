import type { StepRecord } from '@testpoint/core';
import { append, weakGet } from '@testpoint/core/built-ins';
import type { MochaHook, MochaRunner, MochaSuite, MochaTest } from '../in-test/mocha-types.js';
import { isAttempt, isHook, observationOf } from '../in-test/observation.js';
import type { RunSource } from './held-test.js';
import type { Identity, SeenAttempt } from './open-test.js';
import type { Roster, SilentTest } from './roster.js';
import { hasTestToRun, type Numbering, numberTests, type Selection, silentTests } from './suite-tree.js';
import { fileOf, titlePathOf } from './translate.js';

/** Serial mode: the tree of all tests is available, with the outcome of each. */
export class SerialRoster implements Roster {
  /** Kept, because the runner's suite is that of a running hook. */
  readonly #root: MochaSuite;
  readonly #idRoot: string;
  readonly #selects: Selection;
  readonly #numbering: Numbering = new WeakMap();

  constructor(runner: MochaRunner, idRoot: string, selects: Selection) {
    this.#root = runner.suite;
    this.#idRoot = idRoot;
    this.#selects = selects;
    this.number();
  }

  /** Called before the run, because `.only` removes tests from the tree, and again if more tests have been added. */
  number(): void {
    numberTests(this.#root, this.#numbering);
  }

  beginFile(): void {}

  endFile(): void {}

  identify(test: MochaTest): Identity {
    // Mocha puts a retried test's last attempt into the tree once it has told every listener.
    const key = test.retriedTest?.() ?? test;
    return {
      key,
      file: fileOf(test, this.#idRoot),
      titlePath: titlePathOf(test),
      occurrence: weakGet(this.#numbering, key),
    };
  }

  silent(suite: MochaSuite = this.#root): SilentTest[] {
    const found: SilentTest[] = [];
    const tests = silentTests(suite, this.#selects);
    for (let index = 0; index < tests.length; index++) {
      const test = tests[index];
      if (test === undefined) continue;
      append(found, { id: test.id ?? '', identity: this.identify(test), skipped: test.isPending() });
    }
    return found;
  }

  hasTestToRun(suite: MochaSuite): boolean {
    return hasTestToRun(suite, this.#selects);
  }
}

/** Serial mode: the setup file's observations are in this process. */
export class SerialRuns implements RunSource {
  /** Whether the setup file is loaded: it has observed something. */
  hasSeen = false;

  takeHook(hook: MochaHook): Partial<StepRecord> | undefined {
    const scope = observationOf(hook);
    if (!isHook(scope)) return undefined;
    this.hasSeen = true;
    const { steps, attachments, startedAt, endedAt } = scope.record;
    const seen: Partial<StepRecord> = {};
    if (startedAt !== undefined) seen.startedAt = startedAt;
    if (endedAt !== undefined) seen.endedAt = endedAt;
    if (steps !== undefined) seen.steps = steps;
    if (attachments !== undefined) seen.attachments = attachments;
    return seen;
  }

  attempt(test: MochaTest): SeenAttempt | undefined {
    const scope = observationOf(test);
    if (!isAttempt(scope)) return undefined;
    this.hasSeen = true;
    const { startedAt, endedAt, body, attachments, test: said } = scope.data;
    const data: SeenAttempt = {
      startedAt,
      body,
      attachments,
      test: said,
    };
    if (endedAt !== undefined) data.endedAt = endedAt;
    return data;
  }

  /** Not needed: a test that has begun has an attempt. */
  identityOf(): undefined {}
}
