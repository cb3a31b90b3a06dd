import type { SessionData } from '../format.js';
import { frameworkAndVersion, frameworkName } from '../verdict/framework-name.js';
import type { Rows } from './rows.js';

const SYSTEMS: Readonly<Record<string, string>> = { Windows_NT: 'Windows', Darwin: 'macOS' };

/**
 * Sets each row's environment: what the user calls it, otherwise its configuration where sessions differ in it, otherwise what
 * differs between their machines and versions.
 * @param arrival all rows, by session
 */
export function setEnvironments(
  rows: Rows,
  sessions: readonly SessionData[],
  arrival: Uint32Array,
  sameTests: Iterable<readonly number[]>,
): void {
  const unnamed = sessions.filter(({ environment }) => environment === undefined);
  const byConfiguration = configurationsDiffer(rows, sessions, sameTests);
  const labels = sessions.map(({ environment }) => environment ?? '');
  if (!byConfiguration) {
    const parts = unnamed.map((session) => partsOf(session, unnamed));
    for (const [index, session] of unnamed.entries())
      labels[sessions.indexOf(session)] = parts[index]?.join(', ') ?? '';
  }
  const { numbers, configurations } = rows;
  for (const row of arrival) {
    const session = numbers.sessions[row] ?? 0;
    const configuration = configurations[numbers.configurations[row] ?? 0] ?? '';
    const isNamed = sessions[session]?.environment !== undefined;
    const label =
      byConfiguration && !isNamed && configuration !== '' ? `configuration ${configuration.slice(0, 8)}` : '';
    rows.setEnvironment(row, label || (labels[session] ?? ''));
  }
}

/** Whether a test ran with several configurations, in sessions without a named environment. */
function configurationsDiffer(
  { numbers }: Rows,
  sessions: readonly SessionData[],
  sameTests: Iterable<readonly number[]>,
): boolean {
  for (const rows of sameTests) {
    let first: number | undefined;
    for (const row of rows) {
      if (sessions[numbers.sessions[row] ?? 0]?.environment !== undefined) continue;
      first ??= numbers.configurations[row];
      if (first !== numbers.configurations[row]) return true;
    }
  }
  return false;
}

/** The names of what differs between these sessions. A framework's version only distinguishes its own sessions. */
function partsOf(session: SessionData, sessions: readonly SessionData[]): string[] {
  const ofFramework = sessions.filter((one) => frameworkName(one) === frameworkName(session));
  return [
    differing(systemOf, session, sessions),
    differing(nodeOf, session, sessions),
    differing(frameworkOf, session, ofFramework),
  ].filter((part) => part !== '');
}

function differing(part: (session: SessionData) => string, session: SessionData, all: readonly SessionData[]): string {
  return new Set(all.map(part)).size > 1 ? part(session) : '';
}

function systemOf({ machine }: SessionData): string {
  const name = machine?.os?.split(' ', 1)[0] ?? '';
  return Object.hasOwn(SYSTEMS, name) ? (SYSTEMS[name] ?? name) : name;
}

function nodeOf({ machine }: SessionData): string {
  const major = /^v?(\d+)/.exec(machine?.node ?? '')?.[1];
  return major === undefined ? '' : `Node ${major}`;
}

function frameworkOf(session: SessionData): string {
  const version = session.frameworkVersion;
  return frameworkAndVersion({ ...session, frameworkVersion: /^\d+/.exec(version)?.[0] ?? version });
}
