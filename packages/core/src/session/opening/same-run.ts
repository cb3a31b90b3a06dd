import { toJson } from '../../built-ins/plain-json.js';
import type { Settings } from '../../settings/settings.js';
import { runIntent } from './run-intent.js';

/** An open session as all copies of this package in the process see it, in every version. Don't change its shape. */
interface OpenSession {
  /** Undefined when the session is over; its place is then free. */
  run: object | undefined;
  destination: string;
}

const KEY = Symbol.for('testpoint.open-sessions');

/**
 * Records that a session reports on a run. Each run of the framework is one object, which distinguishes simultaneous or
 * successive runs from a reporter that is listed twice.
 * @param outbox folder of the session
 * @returns a function that removes the record; undefined if another session sends the same run's results to the same place
 */
export function claimRun(run: object, settings: Settings, ofShard: boolean, outbox: string): (() => void) | undefined {
  const sessions = openSessions();
  const destination = destinationOf(settings, ofShard, outbox);
  let free = sessions.length;
  for (let index = 0; index < sessions.length; index++) {
    const session = sessions[index];
    if (session?.run === undefined) free = index;
    else if (session.run === run && session.destination === destination) return undefined;
  }
  const own: OpenSession = { run, destination };
  sessions[free] = own;
  return () => {
    own.run = undefined;
  };
}

function openSessions(): OpenSession[] {
  const shared = globalThis as { [KEY]?: OpenSession[] };
  shared[KEY] ??= [];
  return shared[KEY];
}

/** Two configurations of one run make two results per test, and two reports are two files. */
function destinationOf(settings: Settings, ofShard: boolean, outbox: string): string {
  const { url, configurationId, configurations, reportOnly, report } = settings;
  const run = runIntent(settings, ofShard);
  return toJson({
    url,
    run,
    outbox,
    configurationId,
    configurations,
    report: reportOnly === false ? undefined : report,
  });
}
