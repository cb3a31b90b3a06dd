import { each, env, some } from '@testpoint/core/built-ins';
import {
  channel,
  openChannel,
  recognizeSkips,
  relyOnContexts,
  relyOnSerialScope,
  tellReporter,
} from '@testpoint/core/test-api';
import { isSkip } from '../description.js';
import type { ModuleNotes } from './attempt-notes.js';
import { leaveOut, leaveOutWhenCollected, takeSelection } from './leave-out.js';
import { notRecorded } from './messages.js';
import { observeAttempts, observeBodies, observeBodiesInPage } from './observe-attempts.js';
import { MARK, observeHooks } from './observe-hooks.js';
import { followThen, whenSettled } from './own-frames.js';
import { page, SELECTION } from './page.js';
import { PageChannel } from './page-channel.js';
import type { HookFunction, RunnerAccess, RunnerFile, RunnerSuite } from './runner-types.js';
import { isToRun, notesOfSuite } from './task-notes.js';

/** The parts of Vitest's module that we use. The first is new in Vitest 4.1. */
export interface VitestModule {
  TestRunner?: RunnerStatics;
  beforeAll(hook: never): void;
  inject?(key: never): unknown;
}

interface RunnerStatics {
  getCurrentSuite?: () => { suite?: RunnerSuite; file?: RunnerFile; on(name: string, hook: HookFunction): void };
  getSuiteHooks?: RunnerAccess['hooksOf'];
  getTestFn?: NonNullable<RunnerAccess['bodies']>['get'];
}

/** Imports in the context of the setup file, where Vite resolves names. */
type Load = (name: string) => Promise<unknown>;

interface WorkerState {
  config?: { sequence?: { hooks?: string } };
}

let runner: RunnerStatics = {};
let access: RunnerAccess;
/** Removed in Vitest 5. In a page, Vite serves a package under `/@id/`. */
const OLD_INSIDES = page === undefined ? 'vitest/suite' : '/@id/vitest/suite';

const closeChannel = () => channel()?.close();

/** Runs before all other hooks of a module, when its tests are known and none has begun. */
const observeModule: HookFunction = (file) => {
  try {
    leaveOut(file as RunnerFile);
    channel()?.rename((file as RunnerSuite).id);
    tellReporter('file', { worker: env.VITEST_POOL_ID } satisfies ModuleNotes);
    const severalAtOnce = runsHooksAtOnce() || runsSeveralAtOnce(file as RunnerSuite);
    if (severalAtOnce) relyOnContexts();
    followThen(severalAtOnce && page !== undefined);
    observeSuite(file as RunnerSuite, access);
    relyOnSerialScope();
    const hooks = access.hooksOf(file as RunnerSuite);
    if (hooks?.aroundEach !== undefined) {
      observeAttempts(hooks);
      if (page !== undefined && runner.getTestFn !== undefined) observeBodiesInPage(page, runner.getTestFn);
    } else if (hooks !== undefined && access.bodies !== undefined)
      observeBodies(file as RunnerSuite, hooks, access.bodies);
  } catch (error) {
    tellReporter('warning', { text: notRecorded(String(error)) });
  }
  return closeChannel;
};

/** The same around the hooks around the module. Its code is not on the stack when other hooks run. */
const observeAround: HookFunction = (run, file) => {
  observeModule(file);
  const ended = whenSettled(Promise.resolve(), run as HookFunction);
  return whenSettled(ended, closeChannel, closeChannel);
};
for (const hook of [observeModule, observeAround]) Object.defineProperty(hook, MARK, { value: true, enumerable: true });

/**
 * Observes the module that is being collected. Called once for each module of a process that runs several (`isolate:
 * false`).
 */
export async function observe({ TestRunner, beforeAll, inject }: VitestModule, load: Load): Promise<void> {
  if (page !== undefined && channel() === undefined) {
    openChannel(new PageChannel());
    takeSelection(inject?.(SELECTION as never));
  }
  if (channel() === undefined) return;
  recognizeSkips(isSkip);
  runner = TestRunner ?? {};
  const file = runner.getCurrentSuite?.().file;
  if (file !== undefined) leaveOutWhenCollected(file);
  access = await accessToRunner(load);
  register(beforeAll);
}

function register(beforeAll: VitestModule['beforeAll']): void {
  const collector = runner.getCurrentSuite?.();
  if (collector === undefined) return beforeAll(observeModule as never);
  const known = collector.suite && runner.getSuiteHooks?.(collector.suite)?.aroundAll;
  if (known?.some((hook) => MARK in hook)) return;
  // Not through aroundAll(), which resolves fixtures. Our hook goes first, even if another setup file was loaded earlier.
  if (known === undefined) collector.on('aroundAll', observeAround);
  else known.unshift(observeAround);
}

async function accessToRunner(load: Load): Promise<RunnerAccess> {
  if (runner.getSuiteHooks !== undefined) return { hooksOf: runner.getSuiteHooks };
  const insides = (await load(OLD_INSIDES)) as {
    getHooks: RunnerAccess['hooksOf'];
    getFn: NonNullable<RunnerAccess['bodies']>['get'];
    setFn: NonNullable<RunnerAccess['bodies']>['set'];
  };
  return { hooksOf: insides.getHooks, bodies: { get: insides.getFn, set: insides.setFn } };
}

/** Whether hooks of a kind run at the same time (`sequence.hooks`). */
function runsHooksAtOnce(): boolean {
  const { __vitest_worker__: worker } = globalThis as { __vitest_worker__?: WorkerState };
  return worker?.config?.sequence?.hooks === 'parallel';
}

function runsSeveralAtOnce({ tasks }: RunnerSuite): boolean {
  return some(tasks, (task) => task.concurrent === true || (task.type === 'suite' && runsSeveralAtOnce(task)));
}

/** @returns the number of its tests that will run */
function observeSuite(suite: RunnerSuite, access: RunnerAccess): number {
  const hooks = access.hooksOf(suite);
  if (hooks !== undefined) observeHooks(suite, hooks);
  const notes = notesOfSuite(suite);
  each(suite.tasks, (task) => {
    if (isToRun(task)) notes.waiting += task.type === 'suite' ? observeSuite(task, access) : 1;
  });
  return notes.waiting;
}
