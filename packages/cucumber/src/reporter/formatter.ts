import { resolve } from 'node:path';
import type { Envelope, ParseError } from '@cucumber/messages';
import { guard, isLoadedByOther, openSession, printLines, type Session } from '@testpoint/core/adapter';
import { append, each } from '@testpoint/core/built-ins';
import { relativeTo } from '@testpoint/core/test-api';
import { hosts } from '@testpoint/frameworks';
import { cucumber } from '../description.js';
import { Features, type KnownScenario } from './features.js';
import type { FormatterOptions } from './formatter-options.js';
import * as say from './messages.js';
import { Reporting } from './reporting.js';
import { shardIn } from './shard.js';
import { type CucumberRun, optionsOf, type RuntimeOptions, watchRun } from './watch-run.js';

const { stdout } = process;

/**
 * Sends the results of a Cucumber run to the service: `format: [['@testpoint/cucumber', '.testpoint/cucumber.log']]`. It prints
 * nothing, so the file stays empty; without a file, it would take the place of the formatter that prints. Nothing that it does
 * throws, or keeps Cucumber waiting.
 */
export class TestpointFormatter {
  readonly #options: FormatterOptions;
  readonly #features: Features;
  /** In the order of the features; all of them, also those that filters leave out. */
  readonly #scenarios: KnownScenario[] = [];
  /** Messages before the run: hooks and step definitions. */
  readonly #early: Envelope[] = [];
  readonly #parseErrors: ParseError[] = [];
  #version = 'unknown';
  #session: Session | undefined;
  #reporting: Reporting | undefined;
  #isOff = false;

  /** @param options what Cucumber passes to formatters. Ours are in its `formatOptions`, as `testpoint` */
  constructor(options: object) {
    this.#options = options as FormatterOptions;
    const { cwd = process.cwd(), eventBroadcaster } = this.#options;
    this.#features = new Features((uri) => relativeTo(cwd, resolve(cwd, uri)));
    if (isLoadedByOther(cucumber, hosts, options) || typeof eventBroadcaster?.prependListener !== 'function') return;
    // Before the formatter that prints, so that everything it prints as done is already in the journal.
    eventBroadcaster.prependListener('envelope', (message) => this.#guard('a message', () => this.#take(message)));
    watchRun(eventBroadcaster, (run) => {
      this.#guard('the start', () => this.#begin(optionsOf(run), run));
      return (ended) => this.#guard('the start', () => this.#reporting?.follow(ended));
    });
  }

  /** Only Vitest calls this. */
  onInit(vitest: unknown): void {
    isLoadedByOther(cucumber, hosts, vitest);
  }

  /** Cucumber calls it at the end, and waits for the file. The process waits for delivery when it exits. */
  async finished(): Promise<void> {
    this.#guard('the end', () => {
      if (this.#parseErrors.length > 0) this.#nameUnparsed();
      this.#reporting?.conclude();
    });
    this.#session?.close();
    this.#reporting?.close();
    await this.#options.cleanup?.();
  }

  #take(message: Envelope): void {
    if (this.#isOff) return;
    const { meta, gherkinDocument, pickle, parseError, hook, stepDefinition, testCase } = message;
    if (this.#reporting !== undefined) this.#reporting.take(message);
    else if (meta !== undefined) this.#version = meta.implementation.version ?? 'unknown';
    else if (gherkinDocument !== undefined) this.#features.add(gherkinDocument);
    else if (pickle !== undefined) append(this.#scenarios, this.#features.scenarioOf(pickle));
    else if (parseError !== undefined) append(this.#parseErrors, parseError);
    else if (hook !== undefined || stepDefinition !== undefined) append(this.#early, message);
    // The run of this Cucumber can't be watched.
    else if (testCase !== undefined) {
      this.#begin({});
      this.#take(message);
    }
  }

  #begin(options: RuntimeOptions, run?: CucumberRun): void {
    if (this.#session !== undefined) return;
    const session = this.#open(options);
    this.#isOff = !session.active;
    if (!session.active) return;
    const { selection } = session;
    if (selection !== undefined && run === undefined) {
      printLines([say.selectsNothing]);
      process.exit(1);
    }
    const isSelected = (known: KnownScenario) => selection?.leavesOut(known) !== true;
    const scenarios = this.#chosen(run, isSelected);
    const parts = { session, features: this.#features, options, run, formatter: this.#options };
    this.#reporting = new Reporting(parts, scenarios);
    each(this.#early, (message) => this.#reporting?.take(message));
  }

  /** The scenarios that run, in their order. Cucumber leaves out those that are not selected. */
  #chosen(run: CucumberRun | undefined, isSelected: (known: KnownScenario) => boolean): KnownScenario[] {
    if (run === undefined) return this.#scenarios;
    const byId: Record<string, KnownScenario | undefined> = { __proto__: null } as never;
    each(this.#scenarios, (known) => {
      byId[known.pickle.id] = known;
    });
    const chosen: KnownScenario[] = [];
    const sourced: CucumberRun['sourcedPickles'][number][] = [];
    each(run.sourcedPickles, (one) => {
      const known = byId[one.pickle.id];
      if (known === undefined || !isSelected(known)) return;
      append(chosen, known);
      append(sourced, one);
    });
    if (sourced.length < run.sourcedPickles.length) run.sourcedPickles = sourced;
    return chosen;
  }

  #open({ dryRun }: RuntimeOptions): Session {
    const { cwd, eventBroadcaster, parsedArgvOptions, stream } = this.#options;
    const session = openSession({
      framework: cucumber,
      hosts,
      frameworkVersion: this.#version,
      run: eventBroadcaster,
      idRoot: cwd,
      options: parsedArgvOptions?.testpoint ?? {},
      output: 'none',
      ...shardIn(process.argv),
      ...(dryRun === true && { off: 'dry-run mode' }),
    });
    this.#session = session;
    if (session.active && stream === stdout) session.notice(say.takesTheOutput);
    return session;
  }

  #nameUnparsed(): void {
    const session = this.#session ?? this.#open({});
    each(this.#parseErrors, ({ source, message }) => {
      const file = relativeTo(this.#options.cwd, resolve(this.#options.cwd, source.uri ?? ''));
      session.leftUnrun(file);
      session.problem(say.notParsed(file), message);
    });
  }

  #guard(what: string, act: () => void): void {
    guard(`handling ${what}`, act, (title, detail) => this.#session?.problem(title, detail));
  }
}
