import type { FilesLeft, Session } from '@testpoint/core/adapter';
import type { ChannelMessage } from '@testpoint/core/test-api';
import type { SerializedError, TestModule, TestSpecification, TestSuite, Vitest } from 'vitest/node';
import { headline, translateError } from './errors.js';
import { globalSetupFailed, noTestFiles } from './messages.js';
import { fileOf } from './translate.js';
import { isWaiting } from './verdict.js';

/** Reports a failed hook, or a file that can't be loaded. */
export function reportErrors(session: Session, task: TestSuite | TestModule, idRoot: string): void {
  if (task.type === 'module' && task.children.size === 0) session.leftUnrun(fileOf(task, idRoot), task.project.name);
  for (const error of task.errors()) {
    session.problem(`${locationOf(task, idRoot)}: ${headline(error)}`, translateError(error).stack);
  }
}

/** Names the location of a failed hook, or a file that can't be loaded. */
function locationOf(task: TestSuite | TestModule, idRoot: string): string {
  const module = task.type === 'module' ? task : task.module;
  const { name } = module.project;
  const file = `${name === '' ? '' : `[${name}] `}${fileOf(module, idRoot)}`;
  return task.type === 'module' ? file : `${file} > ${task.fullName}`;
}

/** @param areIgnored whether they leave the build green */
export function reportUnhandled(session: Session, errors: readonly SerializedError[], areIgnored: boolean): void {
  for (const error of errors) {
    if (areIgnored) session.notice(unhandledProblem(error));
    else session.problem(unhandledProblem(error), translateError(error).stack);
  }
}

/** How Vitest says that a worker died; Vitest 5 also says which file it was running. */
const DEAD_WORKER = /^\[vitest-pool\]|^Worker exited unexpectedly/;

/** Why a module has tests without a result: its own error, one of Vitest that names its file, or the death of a worker. */
export function lossOf(moduleId: string, errors: readonly SerializedError[]): unknown {
  const own = errors.find(({ VITEST_TEST_PATH }) => VITEST_TEST_PATH === moduleId);
  if (own !== undefined) return own;
  const loss =
    errors.find((error) => `${error.message} ${causeOf(error)?.message}`.includes(moduleId)) ??
    errors.find(({ message }) => DEAD_WORKER.test(message));
  return (loss && causeOf(loss)) ?? loss;
}

function causeOf({ cause }: SerializedError): SerializedError | undefined {
  return cause as SerializedError | undefined;
}

/** An error outside of tests: an unhandled error, or an error of Vitest itself. */
function unhandledProblem(error: SerializedError): string {
  const { type, VITEST_TEST_NAME: test } = error as { type?: unknown; VITEST_TEST_NAME?: unknown };
  const what = typeof type === 'string' ? type : 'Unhandled error';
  return `${what}${typeof test === 'string' ? ` in "${test}"` : ''}: ${headline(error)}`;
}

/** A globalSetup that can't be torn down fails the run after its end, since Vitest 5.1. Only Vitest's log shows it. */
export function watchEnd({ logger }: Pick<Vitest, 'logger'>, session: Session): void {
  if (!session.isKept) return;
  const { error: log } = logger;
  logger.error = (...words) => {
    log.apply(logger, words);
    if (words[0] === 'error during close') session.failedLater('globalSetup’s teardown');
  };
}

/** The files of a run that did not end. Vitest knows a file as a module once it is about to run. */
export function filesLeft(
  modules: readonly TestModule[],
  specifications: readonly TestSpecification[],
  idRoot: string,
): FilesLeft {
  const unfinished: string[] = [];
  const unrun: string[] = [];
  for (const module of modules) {
    if (isWaiting(module)) (module.children.size === 0 ? unrun : unfinished).push(fileOf(module, idRoot));
  }
  for (const specification of specifications) {
    if (specification.testModule === undefined) unrun.push(fileOf(specification, idRoot));
  }
  return { unfinished: unfinished.sort(), unrun: unrun.sort() };
}

/** Why no file ran. */
export function nothingRan(specifications: readonly TestSpecification[]): string {
  return specifications.length === 0 ? noTestFiles : globalSetupFailed;
}

/** Prints warnings of the test API about calls outside of tests. */
export function forwardWarning(session: Session, { kind, data }: ChannelMessage): void {
  if (kind === 'warning') session.notice(data.text);
}
