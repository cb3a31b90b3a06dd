import type { ErrorRecord, StepRecord } from '@testpoint/core';
import type { Printed, Session, WhyNotRun } from '@testpoint/core/adapter';
import { append, each } from '@testpoint/core/built-ins';
import { now } from '@testpoint/core/test-api';
import { type HookKind, hookKind } from '../in-test/hook-kind.js';
import type { MochaFailedFile, MochaHook, MochaSuite, MochaTest } from '../in-test/mocha-types.js';
import { FileProgress } from './file-progress.js';
import { HeldTest, isSame } from './held-test.js';
import { OpenTest } from './open-test.js';
import { hookFailed, hookFailedWith } from './result-messages.js';
import type { RunMode } from './run-mode.js';
import { errorRecord, fileOf, hookLocation, hookStep, hookTitle, skipReason } from './translate.js';
import { WaitingHooks } from './waiting-hooks.js';

const { assign } = Object;

/** What the reporter tells a translator. */
export interface TranslatorParts {
  session: Session;
  idRoot: string;
  mode: RunMode;
  /** Option `--fail-hook-affected-tests`: Mocha itself fails the tests after a failed hook. */
  failsAffectedTests: boolean;
  /** Removes Mocha's own frames from a stack. Mocha does this too, but not for an attempt that is retried. */
  filterStack: (stack: string) => string;
  /** Why tests without a result may be left when a suite has ended. */
  leftOver: (suite: MochaSuite) => WhyNotRun;
}

interface RunningHook {
  hook: MochaHook;
  kind: HookKind;
  step: StepRecord;
}

/** A failed hook that keeps the rest of its suite from running. */
interface Block {
  suite: MochaSuite | undefined;
  reason: WhyNotRun;
  /** Whether a "before all" hook failed: then the tests that did not run are reported before the suite's last hooks run. */
  isWhole: boolean;
}

/** Turns Mocha's events into records, with one method for each event. */
export class EventTranslator {
  /** Complete after `finish`. */
  readonly files: FileProgress;
  readonly #parts: TranslatorParts;
  readonly #mode: RunMode;
  readonly #held: HeldTest;
  readonly #waiting = new WaitingHooks();
  #hook: RunningHook | undefined;
  #blocks: Block[] = [];
  #depth = 0;

  constructor(parts: TranslatorParts) {
    const { session, mode } = parts;
    this.#parts = parts;
    this.#mode = mode;
    this.#held = new HeldTest(session, mode);
    this.files = new FileProgress(parts.idRoot);
  }

  /** Where output printed now belongs; undefined if no test and no hook before one is running. */
  get printed(): Printed | undefined {
    return this.#hook?.kind === 'before all' ? this.#waiting.printed : this.#held.current?.printed;
  }

  suiteBegan(suite: MochaSuite): void {
    this.files.enter(suite);
    if (suite.root) {
      this.#depth = 0;
      this.#mode.beginFile?.(suite);
    }
    this.#depth++;
  }

  suiteEnded(suite: MochaSuite): void {
    this.#reportBlocked(suite);
    if (suite._bail === true) append(this.#blocks, { suite, reason: this.#parts.leftOver(suite), isWhole: false });
    this.#waiting.giveUp(this.#depth);
    this.#depth--;
    const held = this.#held.current;
    if (held !== undefined && held.depth > this.#depth) held.depth = this.#depth;
    if (!suite.root) return;
    this.files.end();
    this.finish(this.#parts.leftOver(suite));
    this.#mode.endFile?.();
  }

  hookBegan(hook: MochaHook): void {
    const kind = hookKind(hook);
    if (kind === 'after all') this.#reportBlocked(hook.parent);
    if (kind === 'before all' || kind === 'after all') this.files.enter(hook);
    const step = hookStep(hook, this.#clock());
    this.#hook = { hook, kind, step };
    const test = this.#held.current;
    if (kind === 'before all') this.#waiting.add(step, this.#depth);
    else if (test === undefined) return;
    else if (kind === 'before each') append(test.attempt.setup, step);
    else if (kind === 'after each' || test.depth === this.#depth) append(test.attempt.teardown, step);
  }

  hookEnded(hook: MochaHook, error?: ErrorRecord): void {
    const running = this.#hook;
    if (running === undefined || !isSame(running.hook, hook)) return;
    this.#hook = undefined;
    const { step, kind } = running;
    const endedAt = this.#clock();
    if (endedAt !== undefined) step.endedAt = endedAt;
    const seen = this.#mode.takeHook(hook);
    // Once a worker hands its events over, Mocha has forgotten that a "before each" hook has skipped its test.
    const skips = hook.pending === true || hook.isPending?.() === true || seen?.status === 'skipped';
    // Mocha decides what has failed.
    const status = error !== undefined ? 'failed' : skips ? 'skipped' : 'passed';
    assign(step, seen, { title: step.title, status, error });
    if (kind === 'before each' || kind === 'after each') this.#held.current?.cover(step.startedAt, step.endedAt);
  }

  hookFailed(hook: MochaHook, thrown: unknown): void {
    const error = errorRecord(thrown);
    const kind = hookKind(hook);
    this.hookEnded(hook, error);
    this.#parts.session.problem(`${hookLocation(hook, fileOf(hook, this.#parts.idRoot))} failed`, error.message);
    if (kind === 'after all') return;
    if (kind !== 'before all') this.#blame(hook, error);
    const reason = hookFailedWith(hookTitle(hook), error.message);
    const isWhole = kind === 'before all' && !this.#parts.failsAffectedTests;
    append(this.#blocks, { suite: hook.parent, reason, isWhole });
  }

  testBegan(test: MochaTest): void {
    this.files.enter(test);
    const held = this.#held.current;
    if (held?.retrying === true && test.currentRetry() > 0) {
      this.#held.complete(held);
      held.begin(test, this.#clock());
      return;
    }
    // With `--fail-hook-affected-tests`, Mocha repeats this event for the test of a failed hook, and then adds tests that don't run.
    if (held?.begun === true && this.#held.is(test) === held) held.failsOthersAt = held.depth;
    if (held !== undefined && held.failsOthersAt === held.depth) return;
    const next = this.#open(test);
    next.begin(test, this.#clock());
    this.#waiting.claim(next);
    this.#held.hold(next);
  }

  testPassed(test: MochaTest): void {
    const open = this.#held.is(test);
    if (open === undefined) return;
    open.pass();
    this.#end(open);
  }

  testFailed(test: MochaTest, thrown: unknown): void {
    const open = this.#held.is(test) ?? this.#open(test);
    open.fail(errorRecord(thrown));
    if (open === this.#held.current) this.#end(open);
    else this.#held.correct(open);
  }

  testSkipped(test: MochaTest): void {
    const open = this.#held.is(test) ?? this.#open(test);
    open.skip(skipReason(test));
    if (open === this.#held.current) {
      this.#end(open);
      return;
    }
    this.#waiting.claimSkipped(open);
    this.#held.take(open);
  }

  testRetried(test: MochaTest, thrown: unknown): void {
    const open = this.#held.is(test);
    if (open === undefined) return;
    const error = errorRecord(thrown);
    if (error.stack !== undefined) error.stack = this.#parts.filterStack(error.stack);
    open.retry(error);
    this.#end(open);
  }

  /** Mocha failed something that is not a test: a file that can't be loaded, or a worker that died. */
  fileFailed(failed: MochaFailedFile, thrown: unknown): void {
    const file = fileOf(failed, this.#parts.idRoot);
    this.files.end();
    this.#parts.session.problem(file === '' ? failed.title : file, errorRecord(thrown).message);
  }

  /** Reports all remaining tests. Tests that have not ended did not run, for this reason. */
  finish(reason: WhyNotRun): void {
    const held = this.#held.current;
    if (held !== undefined && held.verdict === undefined) held.blame(reason);
    this.#held.release();
    each(this.#blocks, (block) => this.#reportSilent(block.suite, block.reason));
    this.#blocks = [];
    this.#reportSilent(undefined, reason);
    this.#held.finish();
  }

  #clock(): number | undefined {
    return this.#mode.live ? now() : undefined;
  }

  #open(test: MochaTest): OpenTest {
    return new OpenTest(this.#mode.identify(test), test, this.#depth);
  }

  /** An attempt has ended: notes the time, or Mocha's duration if there is no clock, and tells the ledger. */
  #end(open: OpenTest): void {
    if (open.begun) open.cover(undefined, this.#clock());
    if (!this.#mode.live) open.took(open.test?.duration);
    this.#held.ended(open);
  }

  /** A hook around a single test failed. A test that has passed stays passed, as in Mocha's own report. */
  #blame(hook: MochaHook, error: ErrorRecord): void {
    const open = this.#held.current;
    if (open === undefined || open.verdict === 'passed' || open.verdict === 'skipped') return;
    if (open.verdict === undefined) open.blame(hookFailed(hookTitle(hook)));
    append(open.attempt.errors, error);
  }

  /**
   * Called when the suite's tests are over, not when the hook fails: if a hook fails after its end (`done` called twice),
   * Mocha continues with the tests.
   */
  #reportBlocked(suite: MochaSuite | undefined): void {
    each(this.#blocks, (block) => {
      if (block.suite === undefined || suite === undefined || !block.isWhole) return;
      if (isSame(block.suite, suite)) this.#reportSilent(block.suite, block.reason);
    });
  }

  #reportSilent(suite: MochaSuite | undefined, reason: WhyNotRun): void {
    each(this.#mode.silent(suite), ({ id, identity, skipped }) => {
      if (this.#held.has(identity.key)) return;
      const open = new OpenTest(identity, undefined, this.#depth);
      open.verdict = skipped ? 'skipped' : 'not-run';
      if (!skipped) {
        if (suite === undefined) this.files.addSilent(identity.file);
        open.blame(reason);
        open.said = this.#mode.identityOf?.(id) ?? {};
        this.#waiting.claim(open);
      }
      this.#held.take(open);
    });
  }
}
