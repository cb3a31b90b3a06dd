import { apply } from '../../built-ins/language.js';
import { holdSignals, removeProcessListener } from './signal-listeners.js';

/** A session as seen by the listeners for the process's end. No method throws. */
export interface EndingSession {
  /** Records the rest and asks the delivery thread for its last message. Does not wait for it. */
  beginEnd(signal: NodeJS.Signals | undefined): void;
  /** Waits for the last message and prints the summary. */
  awaitEnd(): void;
  /** Sends everything recorded at once after a signal, because it may be the last event in this process. */
  hurry(signal: NodeJS.Signals): void;
}

// Captured at load: tests may replace any of these.
const { prependListener, on, nextTick } = process;
const host = process;

/** Sessions whose summary is not printed yet. */
let open: readonly EndingSession[] = [];
/** Whether `failRun` was called. */
let hasFailed = false;

/** From now on, the process does not end before the session. */
export function addOpenSession(session: EndingSession): void {
  // Before all other listeners: Vitest 3 ends the process in its own listener, and those after it are not called.
  if (open.length === 0) apply(prependListener, host, ['exit', onExit]);
  const next: EndingSession[] = [];
  for (let index = 0; index < open.length; index++) next[index] = open[index] as EndingSession;
  next[next.length] = session;
  open = next;
}

/** The session's summary is printed, or about to be. */
export function removeOpenSession(session: EndingSession): void {
  const next: EndingSession[] = [];
  for (let index = 0; index < open.length; index++) {
    const other = open[index] as EndingSession;
    if (other !== session) next[next.length] = other;
  }
  open = next;
  if (open.length === 0) removeProcessListener('exit', onExit);
}

/**
 * Ends every open session without returning to the event loop. Asks all threads before it waits for the first one, so that
 * several sessions take no longer than one.
 */
export function endOpenSessions(signal?: NodeJS.Signals): void {
  const ending = open;
  for (let index = 0; index < ending.length; index++) ending[index]?.beginEnd(signal);
  for (let index = 0; index < ending.length; index++) ending[index]?.awaitEnd();
}

export function hurryOpenSessions(signal: NodeJS.Signals): void {
  for (let index = 0; index < open.length; index++) open[index]?.hurry(signal);
}

/** Undelivered results fail the run: a process that would exit with 0 exits with 1. */
export function failRun(): void {
  hasFailed = true;
}

/**
 * Adds a listener for `failRun` after those in which a framework sets the exit code. Mocha adds its own right after its
 * reporter is done.
 */
export function judgeExitLast(): void {
  apply(nextTick, host, [
    () => {
      removeProcessListener('exit', judgeExit);
      apply(on, host, ['exit', judgeExit]);
    },
  ]);
}

function onExit(code: number): void {
  // Without listeners, the system handles a signal itself: Ctrl+C ends the wait, and the outbox keeps the rest.
  holdSignals();
  endOpenSessions();
  judgeExit(code);
}

function judgeExit(code: number): void {
  if (hasFailed && code === 0 && !host.exitCode) host.exitCode = 1;
}
