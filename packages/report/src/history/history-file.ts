import { writeFileSync } from 'node:fs';
import { countsFrom } from '../aggregates/counts.js';
import { type Counts, KEY_LENGTH, type OutcomeLetter, type SessionData } from '../format.js';
import { listOf, membersOf, numberOf, parsed, textOf, textsOf } from '../members.js';
import { isUnderASecond, UNDER_A_SECOND } from '../verdict/duration.js';
import { replaceFile } from '../write/replace-file.js';
import { readFileEnd } from './file-end.js';

/** How many runs a history keeps, and a report shows. */
const RUNS_KEPT = 200;
const HISTORY_FORMAT = 2;
/** Maximum length of a history, bytes. 200 runs of 9,000 tests fit. Older runs are dropped. */
const LONGEST = 32 * 1024 * 1024;
const LINE_FEED = 0x0a;
const OUTCOMES: ReadonlySet<string> = new Set(['P', 'F', 'B', 'S']);

/** One line of a history: a run, with all its tests. */
export interface HistoryRun {
  /** Its sessions. A run that is reported again, or with more shards, is still one run. */
  sessions: readonly string[];
  startedAt: number;
  durationMs: number;
  counts: Counts;
  commit?: string | undefined;
  branch?: string | undefined;
  /** Set if it has not run to its end. */
  isInterrupted?: boolean | undefined;
  /** Keys of its groups of failures, one after the other. */
  groups: string;
  /**
   * By environment: for each test its key, one letter for its outcome, its milliseconds in base 36 (nothing if unknown, `<` for
   * `UNDER_A_SECOND`), and a comma.
   */
  tests: { environment: string; tests: string }[];
  /** The line from the file. */
  line?: string;
}

/** One result in a history. */
export interface HistoryTest {
  environment: string;
  key: string;
  outcome: string;
  /** Milliseconds, -1 if unknown. */
  duration: number;
}

export function historyTest(key: string, outcome: OutcomeLetter, duration: number): string {
  const time = isUnderASecond(duration) ? '<' : duration < 0 ? '' : Math.round(duration).toString(36);
  return `${key}${outcome}${time},`;
}

/** Every result of a run. */
export function* testsOf({ tests: all }: HistoryRun): Generator<HistoryTest> {
  for (const { environment, tests } of all) {
    for (let at = 0; at < tests.length; ) {
      const end = tests.indexOf(',', at);
      if (end < 0) break;
      const time = tests.slice(at + KEY_LENGTH + 1, end);
      const duration = time === '<' ? UNDER_A_SECOND : Number.parseInt(time, 36);
      const outcome = tests[at + KEY_LENGTH] ?? '';
      if (OUTCOMES.has(outcome)) {
        yield {
          environment,
          key: tests.slice(at, at + KEY_LENGTH),
          outcome,
          duration: Number.isNaN(duration) ? -1 : duration,
        };
      }
      at = end + 1;
    }
  }
}

/**
 * The last runs of a history that contain none of these sessions, oldest first; none without a file. Skips invalid lines.
 * `isCut`: whether the file is too long, so that only the newest runs were read.
 * @throws if the file can't be read
 */
export async function readHistory(
  path: string,
  sessions: readonly SessionData[],
): Promise<{ runs: HistoryRun[]; isCut: boolean }> {
  const ids = new Set(sessions.map(({ id }) => id));
  const { bytes, isCut } = await readFileEnd(path, LONGEST);
  const runs: HistoryRun[] = [];
  for (let start = 0; start < bytes.length; ) {
    const end = bytes.indexOf(LINE_FEED, start);
    const run = runOf(bytes.toString('utf8', start, end < 0 ? bytes.length : end));
    start = end < 0 ? bytes.length : end + 1;
    if (run === undefined || run.sessions.some((session) => ids.has(session))) continue;
    runs.push(run);
    if (runs.length > RUNS_KEPT) runs.shift();
  }
  return { runs, isCut };
}

/** Rewrites a history with one more run. If that fails, the old one stays. */
export function writeHistory(path: string, earlier: readonly HistoryRun[], run: HistoryRun): void {
  const line = JSON.stringify({ testpointHistory: HISTORY_FORMAT, ...run });
  const lines = newestOf([...earlier.slice(1 - RUNS_KEPT).map((one) => one.line ?? ''), line]);
  replaceFile(path, (draft) => writeFileSync(draft, `${lines.join('\n')}\n`));
}

/** The last lines, as many as fit into a history; always the last one. */
function newestOf(lines: readonly string[]): string[] {
  let bytes = 0;
  let first = lines.length;
  while (first > 0) {
    bytes += Buffer.byteLength(lines[first - 1] ?? '') + 1;
    if (bytes > LONGEST && first < lines.length) break;
    first--;
  }
  return lines.slice(first);
}

function runOf(line: string): HistoryRun | undefined {
  const { testpointHistory, sessions, startedAt, durationMs, counts, commit, branch, isInterrupted, groups, tests } =
    parsed(line);
  if (testpointHistory !== HISTORY_FORMAT) return undefined;
  return {
    sessions: textsOf(sessions),
    startedAt: numberOf(startedAt) ?? 0,
    durationMs: numberOf(durationMs) ?? 0,
    counts: countsFrom(membersOf(counts)),
    commit: textOf(commit) || undefined,
    branch: textOf(branch) || undefined,
    ...(isInterrupted === true && { isInterrupted }),
    groups: textOf(groups),
    tests: listOf(tests).map((item) => {
      const { environment, tests: ofEnvironment } = membersOf(item);
      return { environment: textOf(environment), tests: textOf(ofEnvironment) };
    }),
    line,
  };
}
