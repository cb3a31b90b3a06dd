import { append, apply, each } from '../../built-ins/language.js';
import { type EndingSignal, hasOtherListeners, holdSignals, listenToProcess } from './process-events.js';

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
const { nextTick, kill } = process;
const host = process;

/** Sessions whose summary is not printed yet. */
let open: EndingSession[] = [];
/** Whether `failRun` was called. */
let hasFailed = false;
let stopListening: (() => void) | undefined;
let stopJudging: (() => void) | undefined;

/** From now on, the process does not end before the session. */
export function addOpenSession(session: EndingSession): void {
  // Before all other listeners: Vitest 3 ends the process in its own listener, and those after it are not called.
  stopListening ??= listenToProcess('exit', onExit, true);
  open = without(session);
  append(open, session);
}

/** The session's summary is printed, or about to be. */
export function removeOpenSession(session: EndingSession): void {
  open = without(session);
  if (open.length > 0) return;
  stopListening?.();
  stopListening = undefined;
}

/** A new list, because sessions end while it is read. */
function without(session: EndingSession): EndingSession[] {
  const others: EndingSession[] = [];
  each(open, (other) => {
    if (other !== session) append(others, other);
  });
  return others;
}

/**
 * Ends every open session without returning to the event loop. Asks all threads before it waits for the first one, so that
 * several sessions take no longer than one.
 */
function endOpenSessions(signal?: NodeJS.Signals): void {
  const ending = open;
  each(ending, (session) => session.beginEnd(signal));
  each(ending, (session) => session.awaitEnd());
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
      stopJudging?.();
      stopJudging = listenToProcess('exit', judgeExit);
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

/** How many sessions watch each signal, with one listener for all of them. */
const watching: Record<EndingSignal, number> = { SIGINT: 0, SIGTERM: 0 };
const stopWatching: Partial<Record<EndingSignal, () => void>> = {};

/**
 * Watches for signals that end the process without its framework noticing: open sessions close, and then the signal has its
 * normal effect, so that the exit code is the same. Nothing else happens in the process in the meantime: a test that ended
 * now would be announced, and its result would be too late. A second signal ends the wait. If the signal does not end the
 * process, the sessions continue, and everything recorded is delivered at once, because SIGKILL often follows. This is the
 * case if others listen, and in process 1 of a container, for which Linux ignores a signal without a listener.
 * @returns a function that ends the watch
 */
export function watchSignals(signals: readonly EndingSignal[]): () => void {
  each(signals, (signal) => {
    // Before the others: Node's own test runner ends the process in its listener.
    if (watching[signal]++ === 0) stopWatching[signal] = listenToProcess(signal, receive, true);
  });
  let isOver = false;
  return () => {
    if (isOver) return;
    isOver = true;
    each(signals, (signal) => {
      if (--watching[signal] === 0) stopWatching[signal]?.();
    });
  };
}

function receive(signal: EndingSignal): void {
  if (hasOtherListeners(signal) || isIgnored()) return each(open, (session) => session.hurry(signal));
  stopWatching.SIGINT?.();
  stopWatching.SIGTERM?.();
  const putBack = holdSignals();
  endOpenSessions(signal);
  putBack();
  apply(kill, host, [host.pid, signal]);
}

/** Linux ignores a signal to the first process of a PID namespace unless it listens. */
function isIgnored(): boolean {
  return host.pid === 1 && host.platform === 'linux';
}
