import { inspect } from 'node:util';
import type { Envelope, Pickle } from '@cucumber/messages';
import {
  ChannelReader,
  guard,
  mergedTestData,
  NATIVE_API_VARIABLE,
  OutputCapture,
  ownChannel,
  type Session,
} from '@testpoint/core/adapter';
import { each, execute, indexOf, mapped, slice } from '@testpoint/core/built-ins';
import { type AttemptData, beginAttempt, CHANNEL_VARIABLE, openChannel, type TestData } from '@testpoint/core/test-api';
import { OWNER_VARIABLE } from '../in-test/owner.js';
import { packageFile } from '../in-test/package-file.js';
import { hasCalls, StepObserver } from '../in-test/step-observer.js';
import type { Features, KnownScenario } from './features.js';
import type { FormatterOptions } from './formatter-options.js';
import * as say from './messages.js';
import { Recorder } from './recorder.js';
import * as why from './result-messages.js';
import { testCasesOf } from './scenario.js';
import type { CucumberRun, RuntimeOptions } from './watch-run.js';

const { create } = Object;
/** How a rejected promise is printed. */
const REJECTED = /^Promise \{\s*<rejected> /;
const KEYWORD_TYPES: Readonly<Record<string, string>> = { Action: 'event', Outcome: 'outcome' };

interface Parts {
  session: Session;
  features: Features;
  options: RuntimeOptions;
  run: CucumberRun | undefined;
  formatter: FormatterOptions;
}

/** One run, from its first scenario to the closed session. */
export class Reporting {
  readonly #session: Session;
  readonly #recorder: Recorder;
  readonly #formatter: FormatterOptions;
  /** Only if scenarios run in this process. */
  readonly #observer: StepObserver | undefined;
  readonly #output: OutputCapture | undefined;
  readonly #reader: ChannelReader | undefined;
  /** What test code has called, by attempt. */
  readonly #calls: Record<string, AttemptData | undefined> = create(null);
  /** The environment that workers get. */
  readonly #env: NodeJS.ProcessEnv;
  /** Cucumber's own, until it has ended. */
  #running: Promise<unknown> | undefined;
  #hasFinished = false;
  /** Cucumber's verdict on the run. */
  #isRed = false;

  constructor({ session, features, options, run, formatter }: Parts, scenarios: readonly KnownScenario[]) {
    this.#session = session;
    this.#formatter = formatter;
    this.#env = run?.adapter.environment?.env ?? process.env;
    if ((options.parallel ?? 0) > 0) this.#reader = this.#readChannel();
    else this.#observer = this.#observeSteps();
    this.#recorder = new Recorder({
      ...{ session, features, options, cwd: formatter.cwd },
      snippetFor: (step) => this.#snippetFor(step),
      callsIn: (attempt) => this.#callsIn(attempt),
    });
    each(scenarios, (known) => this.#recorder.expect(known));
    if (session.settings?.testPoints === 'from-tests') this.#plan(scenarios);
    if (this.#observer !== undefined && session.keepsOutput) this.#output = this.#watchOutput();
    session.beforeEnd((signal) => this.#cutShort(signal));
    session.watchSignals();
  }

  take(message: Envelope): void {
    const { testRunFinished } = message;
    if (message.testStepFinished !== undefined) this.#output?.end();
    if (this.#observer !== undefined) this.#keep(this.#observer.take(message));
    this.#recorder.take(message);
    if (message.testRunHookFinished?.result.status === 'FAILED') this.#awaitError();
    if (testRunFinished === undefined) return;
    this.#hasFinished = true;
    const { success, exception } = testRunFinished;
    this.#isRed = !success;
    if (exception !== undefined)
      this.#recorder.problem(say.endedWithError, exception.stackTrace ?? exception.message ?? exception.type);
  }

  /** In Cucumber 11 and 12, a failed hook of the run makes Cucumber throw: no message follows, and `finished` is not called. */
  follow(running: Promise<unknown>): void {
    this.#running = running;
  }

  /** Every scenario gets its result. */
  conclude(): void {
    this.#reader?.read(({ kind, data }) => {
      if (kind === 'warning') this.#session.notice(data.text);
    });
    if (this.#isRed && !this.#recorder.explainsFailure) this.#recorder.problem(say.failedWithoutScenario);
    this.#recorder.finish(why.notEnded);
  }

  close(): void {
    this.#output?.end();
    if (this.#observer !== undefined) openChannel(undefined);
    for (const name of [CHANNEL_VARIABLE, NATIVE_API_VARIABLE, OWNER_VARIABLE]) delete this.#env[name];
  }

  /**
   * Not earlier: a promise that two functions wait for is missing from the stack of an error, which Cucumber prints. Now the
   * error exists.
   */
  #awaitError(): void {
    this.#running?.then(undefined, () => {
      guard(
        'ending',
        () => this.conclude(),
        (title, detail) => this.#session.problem(title, detail),
      );
      this.#session.close();
      this.close();
    });
  }

  #cutShort(signal: string | undefined): void {
    this.#output?.end();
    this.#keep(this.#observer?.end());
    if (signal !== undefined) {
      this.#session.leftUnrun();
      this.#session.problem(say.interruptedEarly(signal));
      return this.#recorder.finish(why.interrupted(signal));
    }
    const error = this.#errorOfRun();
    if (error === undefined && !this.#hasFinished) this.#session.problem(say.exitedEarly);
    if (error !== undefined && !this.#recorder.explainsFailure) this.#recorder.problem(say.endedWithError, error);
    this.#recorder.finish(error === undefined ? why.exited : why.endedWith(firstLine(error)));
    if (error !== undefined) this.#session.close();
  }

  /** Before Cucumber 12, no message tells it, and nothing may wait for the promise (see `#awaitError`). */
  #errorOfRun(): string | undefined {
    const text = this.#running === undefined ? '' : inspect(this.#running, { depth: 4 });
    const begin = execute(REJECTED, text);
    return begin === null ? undefined : slice(text, begin[0].length, -2);
  }

  #observeSteps(): StepObserver {
    openChannel(ownChannel(this.#session, ({ text }) => this.#session.notice(text)));
    return new StepObserver();
  }

  /** From after the formatters that print until before them, so that what they print belongs to no step. */
  #watchOutput(): OutputCapture {
    const output = new OutputCapture([process.stdout, process.stderr]);
    this.#formatter.eventBroadcaster.on('envelope', ({ testStepStarted }) => {
      const printed = testStepStarted && this.#recorder.printedIn(testStepStarted.testCaseStartedId);
      if (printed !== undefined) output.begin(printed);
    });
    return output;
  }

  #readChannel(): ChannelReader | undefined {
    const { channelDirectory } = this.#session;
    if (channelDirectory === undefined) return undefined;
    this.#env[CHANNEL_VARIABLE] = channelDirectory;
    this.#env[NATIVE_API_VARIABLE] = packageFile;
    this.#env[OWNER_VARIABLE] = String(process.pid);
    return new ChannelReader(channelDirectory);
  }

  #keep(data: AttemptData | undefined): void {
    if (data !== undefined && hasCalls(data)) this.#calls[data.key] = data;
  }

  /** A worker writes them before it sends the message that the attempt has ended. */
  #callsIn(attempt: string): AttemptData | undefined {
    this.#reader?.read(({ kind, data }) => {
      if (kind === 'attempt') this.#calls[data.key] = data;
      // The rest is lost if its worker dies.
      else if (kind === 'identity') this.#addIdentity(data.key, data.test);
      else if (kind === 'warning') this.#session.notice(data.text);
    });
    const calls = this.#calls[attempt];
    delete this.#calls[attempt];
    return calls;
  }

  #addIdentity(key: string, test: TestData): void {
    const known = this.#calls[key];
    const said = known === undefined ? [test] : [known.test, test];
    this.#calls[key] = { ...beginAttempt(key).data, test: mergedTestData(said) };
  }

  #snippetFor(pickleStep: Pickle['steps'][number]): string | undefined {
    const keywordType = KEYWORD_TYPES[pickleStep.type ?? ''] ?? 'precondition';
    return this.#formatter.snippetBuilder?.build({ keywordType, pickleStep });
  }

  #plan(scenarios: readonly KnownScenario[]): void {
    const tests = mapped(scenarios, ({ tags }) => ({ testCases: testCasesOf(tags) }));
    let complete = true;
    each(tests, ({ testCases }) => {
      complete &&= testCases.length > 0;
    });
    this.#session.plan(tests, complete);
  }
}

function firstLine(text: string): string {
  const end = indexOf(text, '\n');
  return end < 0 ? text : slice(text, 0, end);
}
