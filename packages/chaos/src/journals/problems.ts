import type { FlushReport } from '@testpoint/core/cli';
import type { HeldResult } from '../service/service-under-fire.js';
import type { Recorded, Remains } from './recorded.js';

/** The changes to an input. */
export interface Changes {
  words: string[];
  progress: boolean;
  lock: boolean;
}

/** A damaged journal, and what a flush did with it. */
interface Evidence {
  recorded: Recorded;
  remains: Remains;
  changes: Changes;
  report: FlushReport | undefined;
  /** Whether the journal still exists. */
  isKept: boolean;
}

/** Checks that only recorded lines arrive, and nothing twice unless its mark was lost. */
export function contentProblems({ recorded, changes }: Evidence, held: readonly HeldResult[]): string[] {
  const problems: string[] = [];
  const times = new Map<string, number>();
  for (const { autoTestExternalId: id, body } of held) {
    if (!recorded.has(id, body)) problems.push(`was never recorded: ${JSON.stringify(body)}`);
    times.set(id, (times.get(id) ?? 0) + 1);
  }
  for (const [id, count] of times) {
    const before = recorded.wasSent(id) && !changes.progress ? 1 : 0;
    if (count + before > 1) problems.push(`${count + before} times in the service: ${id}`);
  }
  return problems;
}

/** Checks that intact lines arrive, and that undelivered ones are kept and reported. */
export function keepingProblems(
  { recorded, remains, changes, report, isKept }: Evidence,
  held: readonly HeldResult[],
): string[] {
  const [session] = report?.sessions ?? [];
  if (report === undefined || session === undefined) return [];
  const problems: string[] = [];
  if (report.isClean === isKept)
    problems.push(`isClean is ${report.isClean}, but the journal ${isKept ? 'still exists' : 'is gone'}`);
  if (session.outcome === 'busy') {
    return changes.lock && held.length === 0 ? problems : [...problems, 'the report calls the session busy'];
  }
  const { outcome, left, refused, unreadable } = session;
  if (outcome === 'maybe-running' && !changes.lock) problems.push('the report says that its suite may be running');
  if (outcome === 'left' && left + refused + unreadable === 0) {
    problems.push(`it is kept, but the report does not say why: ${JSON.stringify(session)}`);
  }
  if (remains.first !== 0) {
    if (!isKept && !remains.isEmpty) problems.push('it was deleted, but its session was never read');
    return problems;
  }
  const arrived = new Set(held.map(({ autoTestExternalId }) => autoTestExternalId));
  // A run is created from all tests that a session names. A session that may still be running may name more.
  const waits = outcome === 'maybe-running' && left > 0;
  for (const id of recorded.owed(remains).keys()) {
    if (!arrived.has(id) && !waits) problems.push(`its line is intact, but it did not arrive: ${id}`);
  }
  // The damage may not matter, because all lines are intact elsewhere.
  const isDamaged = !recorded.isWhole(remains) && (remains.isSpoiled || recorded.hasGap(remains));
  if (isDamaged && !isKept) problems.push('it was deleted, but some of its lines were never read');
  if (isDamaged && unreadable === 0) problems.push('the report counts no unreadable line');
  return problems;
}
