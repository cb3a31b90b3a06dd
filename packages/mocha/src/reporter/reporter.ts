import {
  guard,
  isLoadedByOther,
  openSession,
  printLines,
  type Session,
  type SessionHost,
} from '@testpoint/core/adapter';
import { apply, workingFolder } from '@testpoint/core/built-ins';
import { hosts } from '@testpoint/frameworks';
import { mocha as description } from '../description.js';
import { mochaOf } from '../in-test/mocha-module.js';
import type { MochaOptions, MochaRunner } from '../in-test/mocha-types.js';
import { chooseConsole, consoleRunOptions, type ReporterInstance } from './console-reporter.js';
import { readReporterOptions } from './reporter-options.js';
import { Reporting } from './reporting.js';

/**
 * Sends the results of a Mocha run to the service, and prints through another reporter, because Mocha has only one: `mocha
 * --reporter @testpoint/mocha`. That other reporter, the suite and the exit code behave as if we were not there.
 */
export class MochaReporter {
  readonly #session: Session | undefined;
  #reporting: Reporting | undefined;
  readonly #console: ReporterInstance | undefined;

  constructor(runner: MochaRunner, options: MochaOptions = {}) {
    if (isLoadedByOther(description, hosts, runner) || typeof runner?.on !== 'function') return;
    const mocha = mochaOf(runner);
    const { own, console, consoleOptions } = readReporterOptions(options);
    const choice = chooseConsole(console, mocha, MochaReporter);
    const session = openSession({
      framework: description,
      hosts,
      frameworkVersion: mocha?.module.prototype.version ?? 'unknown',
      // Some packages that print through several reporters give each its own runner.
      run: runner.suite,
      idRoot: workingFolder,
      options: own,
      output: 'none',
      ...offIn(options),
    });
    if (choice.problem !== undefined) printLines([`Testpoint: ${choice.problem}`]);
    this.#session = session;
    // Our listener comes first, so that everything the console reporter prints as done is already in the journal.
    if (session.active) {
      const begin = (): void => {
        this.#reporting = new Reporting(session, runner, options, mocha?.module);
      };
      guard('starting', begin, (title, detail) => session.problem(title, detail));
    }
    if (choice.reporter !== undefined) {
      this.#console = new choice.reporter(runner, consoleRunOptions(options, consoleOptions));
    }
  }

  /** Only Vitest calls this. */
  onInit(vitest: unknown): void {
    isLoadedByOther(description, hosts, vitest);
  }

  /** Mocha calls it at the end, and ends the process once `fn` is called. */
  done(failures: number, fn: (...results: unknown[]) => void): void {
    const reporting = this.#reporting;
    reporting?.conclude(failures);
    const end = (...results: unknown[]): void => {
      if (reporting === undefined) this.#session?.close();
      else reporting.close();
      apply(fn, undefined, results);
    };
    if (typeof this.#console?.done === 'function') this.#console.done(failures, end);
    else end(failures);
  }
}

/** Modes that run no tests, or run them repeatedly. */
function offIn({ dryRun, watch }: MochaOptions): Pick<SessionHost, 'off' | 'offUnless' | 'watchesFiles'> {
  if (dryRun === true) return { off: 'dry-run mode' };
  return watch === true ? { off: 'watch mode', offUnless: 'watch', watchesFiles: true } : {};
}
