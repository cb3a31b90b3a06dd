import { ENTRIES, read, SURROUNDINGS } from '@testpoint/interface/codec';
import { noCounts } from '../aggregates/counts.js';
import type { SessionData } from '../format.js';
import { countOf, listOf, type Members, membersOf, numberOf, textOf, textsOf } from '../members.js';

const SESSION = ENTRIES.session;
const NAMES = ['framework', 'frameworkVersion', 'tool', 'startedAt'] as const;

/**
 * A session from what its journal's first line says. The other lines provide counts, end and damage.
 * @param entry names the framework and the reporter; its `view` the surroundings
 * @param id name of the session's folder
 */
export function sessionFromJournal(entry: unknown, id: string): SessionData {
  const { run, view } = read(SESSION, entry, ['run', 'view']);
  const runId = run !== undefined && 'use' in run ? { runId: run.use } : {};
  return { id, ...namesOf(entry), ...view, ...nothingYet(), ...runId };
}

/** A session from an earlier report. The counts of its results start at zero again. */
export function sessionFromReport(session: Members): SessionData {
  const { id, endedAt, end, runId, runUrl, problems, warnings, unreadableLines } = session;
  return {
    ...{ id: textOf(id), ...namesOf(session), ...read(SURROUNDINGS, session), ...nothingYet() },
    endedAt: numberOf(endedAt),
    ...((end === 'complete' || end === 'interrupted') && { end }),
    ...(typeof runId === 'string' && { runId }),
    ...(typeof runUrl === 'string' && { runUrl }),
    problems: listOf(problems).map((item) => {
      const { title, detail } = membersOf(item);
      return { title: textOf(title), ...(typeof detail === 'string' && { detail }) };
    }),
    warnings: textsOf(warnings),
    unreadableLines: countOf(unreadableLines) ?? 0,
  };
}

/** How many results a session in an earlier report has, including those that were missing there. */
export function resultsOf({ counts, missingResults }: Members): number {
  const { passed, failed, blocked, skipped } = membersOf(counts);
  return [passed, failed, blocked, skipped, missingResults].reduce<number>((sum, one) => sum + (countOf(one) ?? 0), 0);
}

function namesOf(entry: unknown) {
  return { framework: '', frameworkVersion: '', tool: '', startedAt: 0, ...read(SESSION, entry, NAMES) };
}

function nothingYet() {
  return {
    ...{ counts: noCounts(), problems: [], warnings: [] },
    ...{ unreadableLines: 0, missingResults: 0, missingAttachments: 0 },
  };
}
