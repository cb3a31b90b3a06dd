import type { Session } from '../session.js';
import { counted } from './summary/summary-text.js';

/** Test files without an end, when a run is over. */
export interface FilesLeft {
  /** Names of files that began and did not end. */
  unfinished: readonly string[];
  /** Names of files that never began, or their number if the framework does not name them. */
  unrun: readonly string[] | number;
}

/** The summary shows this many lines of a problem's detail. */
const NAMED = 8;

/** Says in the summary which files did not finish, and how many were not run. @param why a sentence */
export function reportFilesLeft(
  session: Pick<Session, 'problem' | 'leftUnrun'>,
  { unfinished, unrun }: FilesLeft,
  why: string,
): void {
  const count = typeof unrun === 'number' ? unrun : unrun.length;
  if (unfinished.length > 0 || count > 0) session.leftUnrun();
  if (unfinished.length === 1) session.problem(`${unfinished[0]} did not finish`, why);
  else if (unfinished.length > 1) {
    session.problem(`${counted(unfinished.length, 'test file')} did not finish. ${why}`, listed(unfinished));
  }
  if (count <= 0) return;
  const title = `${counted(count, 'test file')} ${count === 1 ? 'was' : 'were'} not run. ${why}`;
  session.problem(title, typeof unrun === 'number' ? undefined : listed(unrun));
}

function listed(names: readonly string[]): string {
  let text = '';
  const shown = names.length > NAMED ? NAMED - 1 : names.length;
  for (let index = 0; index < shown; index++) text += index === 0 ? names[index] : `\n${names[index]}`;
  return names.length > shown ? `${text}\nand ${names.length - shown} more` : text;
}
