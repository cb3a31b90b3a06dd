import type { SessionData } from '../format.js';
import { passedOnRerun } from '../messages.js';
import { BLOCKED, FAILED, type Rows } from './rows.js';

/**
 * A hook that failed, and whose file passed on a declared rerun, does not fail the run any more: like a test that passed on a rerun,
 * it is only named. Call it when it is decided which results count.
 */
export function settlePastProblems(rows: Rows, sessions: readonly SessionData[]): void {
  for (const session of sessions) {
    const last = session.problems.length === 0 ? undefined : sessions.findLast((other) => isRerunOf(other, session));
    if (last?.end !== 'complete') continue;
    const isPast = ({ title }: { title: string }) =>
      !last.problems.some((problem) => problem.title === title) && hasPassedAgain(rows, title);
    const past = session.problems.filter(isPast);
    session.problems = session.problems.filter((problem) => !past.includes(problem));
    session.warnings.push(...past.map(nameOf));
  }
}

/** Without the stack, and the message only once. */
function nameOf({ title, detail = '' }: SessionData['problems'][number]): string {
  const [message = ''] = detail.split('\n');
  return passedOnRerun(title, title.includes(message) ? '' : `: ${message}`);
}

function isRerunOf(other: SessionData, session: SessionData): boolean {
  if (other.isRerun !== true || other.startedAt < (session.endedAt ?? Number.POSITIVE_INFINITY)) return false;
  return other.framework === session.framework && other.environment === session.environment;
}

/** Projects stand before the file. */
const PROJECT = /^\[[^\]]*\] /;

/** Whether tests of the file with which the title begins had failed, and all of them have passed by now. */
function hasPassedAgain(rows: Rows, title: string): boolean {
  const place = title.replace(PROJECT, '');
  const files = new Set(
    rows.files.flatMap((file, index) => ([' ', ':'].some((end) => place.startsWith(`${file}${end}`)) ? [index] : [])),
  );
  let isRepeated = false;
  for (let row = 0; row < rows.size; row++) {
    if (!files.has(rows.numbers.files[row] ?? -1)) continue;
    const outcome = rows.numbers.outcomes[row];
    if (outcome === FAILED || outcome === BLOCKED) return false;
    isRepeated ||= (rows.numbers.repeats[row] ?? 0) > 0;
  }
  return isRepeated;
}
