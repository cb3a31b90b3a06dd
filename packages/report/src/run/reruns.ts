import type { Repeat, SessionData } from '../format.js';
import { groupedBy } from '../grouped-by.js';
import { FAILED, PASSED, type Rows } from './rows.js';

const ON_RERUN: Repeat = 2;
const LATER: Repeat = 3;

/** The position of a result's line, and its session. */
export interface Superseded {
  source: number;
  place: number;
  session: number;
  hasErrors: boolean;
  hasAttachments: boolean;
}

export interface Reruns {
  /** Rows that other rows replace. */
  replaced: ReadonlySet<number>;
  /** Results of the same test and environment in other sessions, by the row that counts. */
  superseded: ReadonlyMap<number, Superseded[]>;
  /** Tests that ran at the same time in sessions that nothing distinguishes. */
  ambiguous: number;
}

/**
 * Decides which results of one test and environment count. A session never repeats one that it overlaps in time: then both
 * results stay, the later one with its session's number in its environment. Otherwise the latest counts, except that only a
 * test that passed replaces a failure; it then counts as passed on a rerun, or on a later run.
 * @param sameTests the rows of each test that has several, by session in order of start
 */
export function findReruns(
  rows: Rows,
  sessions: readonly SessionData[],
  sameTests: Iterable<readonly number[]>,
): Reruns {
  const replaced = new Set<number>();
  const superseded = new Map<number, Superseded[]>();
  let ambiguous = 0;
  for (const test of sameTests) {
    for (const same of groupedBy(test, (row) => rows.numbers.environments[row]).values()) {
      if (same.length === 1) continue;
      const chains = chainsOf(rows, sessions, same);
      if (chains.length > 1) ambiguous++;
      for (const [index, chain] of chains.entries()) {
        const counts = decide(rows, sessions, chain);
        if (chain.length > 1) {
          const others = chain.filter((row) => row !== counts);
          for (const row of others) replaced.add(row);
          superseded.set(
            counts,
            others.map((row) => supersededOf(rows, row)),
          );
        }
        if (index > 0) rows.setEnvironment(counts, ownEnvironment(rows, counts), rows.environment(counts));
      }
    }
  }
  return { replaced, superseded, ambiguous };
}

/** A session continues every chain whose sessions were over before it began. */
function chainsOf({ numbers }: Rows, sessions: readonly SessionData[], same: readonly number[]): number[][] {
  let chains: number[][] = [];
  for (const row of same) {
    const startedAt = sessions[numbers.sessions[row] ?? 0]?.startedAt ?? 0;
    const isOver = (other: number) => {
      const session = sessions[numbers.sessions[other] ?? 0];
      return numbers.sessions[other] !== numbers.sessions[row] && endOf(session) <= startedAt;
    };
    const over = chains.filter((chain) => chain.every(isOver));
    chains = chains.filter((chain) => !over.includes(chain));
    const earlier = over.flat().sort((one, other) => (numbers.sessions[one] ?? 0) - (numbers.sessions[other] ?? 0));
    chains.push([...earlier, row]);
  }
  return chains;
}

function endOf(session: SessionData | undefined): number {
  return Math.max(session?.endedAt ?? 0, session?.startedAt ?? 0);
}

/** The row that counts. Sets how it was repeated. */
function decide({ numbers }: Rows, sessions: readonly SessionData[], chain: readonly number[]): number {
  const latest = chain.at(-1) ?? 0;
  const hasFailed = chain.some((row) => numbers.outcomes[row] === FAILED);
  if (!hasFailed) return latest;
  const decided =
    chain.findLast((row) => numbers.outcomes[row] === FAILED || numbers.outcomes[row] === PASSED) ?? latest;
  if (numbers.outcomes[decided] === PASSED) {
    numbers.repeats[decided] = sessions[numbers.sessions[decided] ?? 0]?.isRerun === true ? ON_RERUN : LATER;
  }
  return decided;
}

/** Where a row's result is. */
export function supersededOf(rows: Rows, row: number): Superseded {
  const { sources, places, sessions } = rows.numbers;
  return {
    ...{ source: sources[row] ?? 0, place: places[row] ?? 0, session: sessions[row] ?? 0 },
    ...{ hasErrors: rows.hasErrors(row), hasAttachments: rows.hasAttachments(row) },
  };
}

function ownEnvironment(rows: Rows, row: number): string {
  const [environment, session] = [rows.environment(row), `session ${(rows.numbers.sessions[row] ?? 0) + 1}`];
  return environment === '' ? session : `${environment}, ${session}`;
}
