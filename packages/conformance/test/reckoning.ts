import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** What the lines of a journal say, as far as a count needs it. */
interface Line {
  kind: string;
  id?: string;
  key?: number;
  startedAt?: number;
  view?: { environment?: string; project?: string; isRerun?: true };
  body?: { outcome: string; message?: string };
}

type Repeat = 'flaky' | 'passedOnRerun' | 'passedLater';
/** The numbers of a report, as its page shows them. */
type Numbers = Record<'passed' | 'failed' | 'blocked' | 'skipped' | Repeat, number>;

export interface Reckoning {
  sessions: number;
  /** Tests in an environment. */
  results: Numbers;
  tests: Numbers;
  /** Tests that failed, by environment. */
  failed: Record<string, string[]>;
}

interface Result {
  environment: string;
  test: string;
  outcome: string;
  repeat: Repeat | undefined;
}

/**
 * Counts the results of sessions that followed each other, from their journals alone. It shares no code with the report, so that both
 * are not wrong in the same way.
 */
export function reckon(sessionFolders: readonly string[]): Reckoning {
  const sessions = sessionFolders
    .map((folder) => linesOf(join(folder, 'journal.ndjson')))
    .sort(([one], [other]) => (one?.startedAt ?? 0) - (other?.startedAt ?? 0));
  const latest = new Map<string, Result>();
  for (const [head, ...lines] of sessions) {
    const environment = head?.view?.environment ?? '';
    for (const { id = '', view, body } of resultsIn(lines)) {
      const test = `${view?.project ?? ''} ${id}`;
      const before = latest.get(`${environment} ${test}`);
      const isFlaky = body.outcome === 'Passed' && (body.message ?? '').startsWith('Flaky');
      const isRepaired = body.outcome === 'Passed' && before?.outcome === 'Failed';
      const again = isRepaired ? (head?.view?.isRerun === true ? 'passedOnRerun' : 'passedLater') : undefined;
      latest.set(`${environment} ${test}`, {
        ...{ environment, test, outcome: body.outcome },
        repeat: again ?? (isFlaky ? 'flaky' : undefined),
      });
    }
  }
  const results = [...latest.values()];
  const worst = new Map<string, Result>();
  for (const result of results) {
    const other = worst.get(result.test);
    if (other === undefined || rankOf(result) < rankOf(other)) worst.set(result.test, result);
  }
  const failed: Reckoning['failed'] = {};
  for (const { environment, test, outcome } of results) {
    if (outcome === 'Failed') failed[environment] = [...(failed[environment] ?? []), test];
  }
  for (const tests of Object.values(failed)) tests.sort();
  return { sessions: sessions.length, results: numbersOf(results), tests: numbersOf([...worst.values()]), failed };
}

/** The last line of each test: its result, or what was known of it when the process ended. */
function resultsIn(lines: readonly Line[]): (Line & Required<Pick<Line, 'body'>>)[] {
  const last = new Map<number | Line, Line & Required<Pick<Line, 'body'>>>();
  for (const line of lines) {
    const { body } = line;
    if (body !== undefined) last.set(line.key ?? line, { ...line, body });
  }
  return [...last.values()];
}

function linesOf(path: string): Line[] {
  const lines = readFileSync(path, 'utf8').trim().split('\n');
  return lines.map((line) => JSON.parse(line) as Line);
}

function rankOf({ outcome, repeat }: Result): number {
  return ['Failed', 'Blocked', 'repeated', 'Skipped', 'Passed'].indexOf(repeat === undefined ? outcome : 'repeated');
}

function numbersOf(results: readonly Result[]): Numbers {
  const count = (matches: (result: Result) => boolean) => results.filter(matches).length;
  const repeated = (word: Result['repeat']) => count(({ repeat }) => repeat === word);
  return {
    passed: count(({ outcome }) => outcome === 'Passed'),
    failed: count(({ outcome }) => outcome === 'Failed'),
    blocked: count(({ outcome }) => outcome === 'Blocked'),
    skipped: count(({ outcome }) => outcome === 'Skipped'),
    flaky: repeated('flaky'),
    passedOnRerun: repeated('passedOnRerun'),
    passedLater: repeated('passedLater'),
  };
}
