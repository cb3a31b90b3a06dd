import { noCounts } from '../aggregates/counts.js';
import type { SessionData, SessionView } from '../format.js';
import { countOf, listOf, type Members, membersOf, numberOf, textOf, textsOf } from '../members.js';

/**
 * A session from what its journal's first line says. The other lines provide counts, end and damage.
 * @param entry names the framework and the reporter; its `view` the surroundings
 * @param id name of the session's folder
 */
export function sessionFromJournal(entry: Members, id: string): SessionData {
  const runId = membersOf(entry.run).use;
  return {
    ...{ id, ...namesOf(entry), ...surroundingsOf(membersOf(entry.view)), ...nothingYet() },
    ...(typeof runId === 'string' && { runId }),
  };
}

/** A session from an earlier report. The counts of its results start at zero again. */
export function sessionFromReport(session: Members): SessionData {
  const { id, endedAt, end, runId, runUrl, problems, warnings, unreadableLines } = session;
  return {
    ...{ id: textOf(id), ...namesOf(session), ...surroundingsOf(session), ...nothingYet() },
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

function namesOf({ framework, frameworkVersion, tool, startedAt }: Members) {
  return {
    framework: textOf(framework),
    frameworkVersion: textOf(frameworkVersion),
    tool: textOf(tool),
    startedAt: numberOf(startedAt) ?? 0,
  };
}

function nothingYet() {
  return {
    ...{ counts: noCounts(), problems: [], warnings: [] },
    ...{ unreadableLines: 0, missingResults: 0, missingAttachments: 0 },
  };
}

function surroundingsOf(members: Members): SessionView {
  const { current, total } = membersOf(members.shard);
  const [own, all] = [countOf(current), countOf(total)];
  const machine = textsByName(members.machine, ['host', 'os', 'node']);
  const ci = textsByName(members.ci);
  return {
    ...(own !== undefined && all !== undefined && { shard: { current: own, total: all } }),
    ...(Object.keys(machine).length > 0 && { machine }),
    ...(Object.keys(ci).length > 0 && { ci }),
    ...(typeof members.environment === 'string' && { environment: members.environment }),
    ...(members.isRerun === true && { isRerun: true }),
    ...(typeof members.otherFailure === 'string' && { otherFailure: members.otherFailure }),
  };
}

/** @param names those to include; default: all */
function textsByName(value: unknown, names?: readonly string[]): Record<string, string> {
  const texts = Object.entries(membersOf(value)).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string' && (names?.includes(entry[0]) ?? true),
  );
  return Object.fromEntries(texts);
}
