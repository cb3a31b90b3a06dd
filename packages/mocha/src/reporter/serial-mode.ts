import type { StepRecord } from '@testpoint/core';
import { ownChannel, type Session } from '@testpoint/core/adapter';
import { mapped } from '@testpoint/core/built-ins';
import { openChannel } from '@testpoint/core/test-api';
import type { MochaHook, MochaRunner, MochaSuite, MochaTest } from '../in-test/mocha-types.js';
import { isAttempt, isHook, observationOf } from '../in-test/observation.js';
import { declaredTest, idOf, numberOf, titlePathOf } from '../in-test/test-tree.js';
import { unseen } from './messages.js';
import type { Identity, SeenAttempt } from './open-test.js';
import { notRun } from './result-messages.js';
import type { RunMode, SilentTest, Warn } from './run-mode.js';
import { hasHooksAfter, silentTests } from './suite-tree.js';
import { fileOf } from './translate.js';

/** Tests run in this process: the tree of all tests is here, with the outcome of each, and so are the setup file's observations. */
export class SerialMode implements RunMode {
  readonly live = true;
  readonly unseen = unseen;
  readonly lost = notRun;
  hasSeen = false;
  /** Kept, because the runner's suite is that of a running hook. */
  readonly #root: MochaSuite;
  readonly #runner: MochaRunner;
  readonly #idRoot: string;

  /** @param warn receives warnings of the test API */
  constructor(session: Session, runner: MochaRunner, idRoot: string, warn: Warn) {
    openChannel(ownChannel(session, warn));
    this.#root = runner.suite;
    this.#runner = runner;
    this.#idRoot = idRoot;
  }

  end(): void {
    openChannel(undefined);
  }

  identify(test: MochaTest): Identity {
    // Mocha puts a retried test's last attempt into the tree once it has told every listener.
    const key = declaredTest(test);
    return { key, file: fileOf(test, this.#idRoot), titlePath: titlePathOf(test), occurrence: numberOf(key) };
  }

  silent(suite: MochaSuite = this.#root): SilentTest[] {
    return mapped(silentTests(this.#runner, suite), (test) => ({
      id: idOf(test),
      identity: this.identify(test),
      skipped: test.isPending(),
    }));
  }

  takeHook(hook: MochaHook): StepRecord | undefined {
    const scope = observationOf(hook);
    if (!isHook(scope)) return undefined;
    this.hasSeen = true;
    return scope.record;
  }

  attempt(test: MochaTest): SeenAttempt | undefined {
    const scope = observationOf(test);
    if (!isAttempt(scope)) return undefined;
    this.hasSeen = true;
    return scope.data;
  }

  /** Right after the test's end, Mocha may find a leaked global or a second call of `done`. */
  isFinal(test: MochaTest): boolean {
    return test.sync === true && this.#runner.checkLeaks !== true && !hasHooksAfter(test);
  }
}
