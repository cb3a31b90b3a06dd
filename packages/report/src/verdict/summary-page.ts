import { statSync } from 'node:fs';
import { testCountsOf } from '../aggregates/counts.js';
import { causesOf } from '../aggregates/failure-groups.js';
import { statesLine } from '../aggregates/states.js';
import type { KnownFailure, KnownInRun } from '../format.js';
import type { Run } from '../run/run.js';
import { rerunCommands } from '../take-away/rerun.js';
import { testTimeOf } from '../write/run-data.js';
import { counted } from './counted.js';
import { duration } from './duration.js';
import { codeBlock, inline } from './escape.js';
import { expiredSentences } from './expired.js';
import { frameworkAndVersion } from './framework-name.js';
import { type GateRules, judged } from './gate.js';
import { headlineOf, toneOf } from './headline.js';
import { factsOf, type ResultFacts, targetOf } from './result-facts.js';
import { runTimeIn } from './run-time.js';

export interface PageInput {
  run: Run;
  /** Those that are in the run, as `markKnown` says. */
  known: readonly KnownInRun[];
  /** Rows; undefined if there is nothing to compare with. */
  newFailures: readonly number[] | undefined;
  /** Number of sessions whose results wait for delivery. */
  waiting: number;
  /** Sentences about what can't be read. */
  lacks: readonly string[];
  reportUrl: string | undefined;
  /** Rules to judge the run by. */
  gate?: GateRules | undefined;
}

/** What GitHub accepts as the summary of a step, bytes. */
export const LONGEST_SUMMARY = 1024 * 1024;

/** What fits into a comment on GitHub (65,536 characters), with something around it. */
export const LONGEST_COMMENT = 65_000;

/** How many bytes fit into the summary of a step, which may hold something already. */
export function spaceIn(path: string): number {
  return Math.max(0, LONGEST_SUMMARY - (statSync(path, { throwIfNoEntry: false })?.size ?? 0));
}

/** Longest message of a failed test, characters. */
const LONGEST_MESSAGE = 2_000;
const SLOWEST = 5;

/**
 * A run as one Markdown page: verdict, counts, failed tests (new ones first), and what needs attention. The end is left out if the page
 * would be too long, and the page says how many parts are missing.
 *
 * @param maximum bytes, or what `sizeOf` counts
 */
export function pageFor(
  input: PageInput,
  maximum: number,
  sizeOf: (text: string) => number = Buffer.byteLength,
): string {
  let page = '';
  let size = 0;
  let leftOut = 0;
  const note = (count: number) => `\n_The page is too long: ${counted(count, 'more part')} left out._\n`;
  for (const part of partsOf(input)) {
    const more = sizeOf(part) + 1;
    if (leftOut > 0 || size + more + note(1_000_000).length > maximum) leftOut++;
    else {
      page += `${part}\n`;
      size += more;
    }
  }
  return leftOut === 0 ? page : page + note(leftOut);
}

function* partsOf(input: PageInput): Generator<string> {
  const { run, newFailures, waiting, lacks } = input;
  const failed = run.rows.failures();
  const isNew = new Set(newFailures);
  yield `## ${verdictOf(run)}\n`;
  yield `${countLine(run)}\n`;
  const gate = gateLines(input);
  if (gate !== '') yield gate;
  const links = linksOf(input);
  if (links.length > 0) yield `${links.join(' · ')}\n`;
  for (const sentence of lacks) yield `> ⚠️ ${inline(sentence)}\n`;
  if (waiting > 0) {
    yield `> ⚠️ The results of ${counted(waiting, 'session')} are not delivered. Deliver them with \`npx testpoint flush\`.\n`;
  }
  yield* failures(
    'New failures',
    run,
    failed.filter((row) => isNew.has(row)),
  );
  yield* failures(
    isNew.size > 0 ? 'Other failures' : 'Failures',
    run,
    failed.filter((row) => !isNew.has(row)),
  );
  yield* problems(run);
  yield* knownFailures(input);
  yield* repeated(run);
  yield* slowest(run);
}

function verdictOf({ rows, sessions }: Run): string {
  const judged = { tests: testCountsOf(rows), rows: rows.size, sessions };
  return `${toneOf(judged) === 'passed' ? '✅' : '❌'} ${headlineOf(judged)}`;
}

/** The verdict of the gate, with the value of each rule. */
function gateLines({ run: { rows, sessions }, newFailures, waiting, gate }: PageInput): string {
  if (gate === undefined || Object.keys(gate).length === 0) return '';
  const rules = judged(gate, { rows, sessions, newFailures, waiting });
  const lines = rules.map(({ rule, holds, what }) => `- ${holds ? '✅' : '❌'} ${rule}: ${inline(what)}\n`).join('');
  return `${rules.every(({ holds }) => holds) ? '✅ The gate is open' : '❌ The gate is closed'}\n\n${lines}`;
}

function countLine({ sessions, span, rows }: Run): string {
  const names = sessions.map(frameworkAndVersion);
  const time = runTimeIn({ sessions, ...span, ...testTimeOf(rows) });
  return inline(`${statesLine(testCountsOf(rows))} · ${time} · ${[...new Set(names)].join(', ')}`);
}

function linksOf({ run, reportUrl }: PageInput): string[] {
  const links: [string, string][] = [];
  for (const { runUrl } of run.sessions) if (runUrl !== undefined) links.push(['Run', runUrl]);
  if (reportUrl !== undefined) links.push(['Report', reportUrl]);
  const distinct = new Map(links.map(([title, url]) => [url, title]));
  return [...distinct]
    .filter(([url]) => /^https?:\/\//.test(url))
    .map(([url, title]) => `[${title}](<${encodeURI(decoded(url))}>)`);
}

/** An address that may be encoded already. */
function decoded(url: string): string {
  try {
    return decodeURI(url);
  } catch {
    return url;
  }
}

function* failures(heading: string, run: Run, found: readonly number[]): Generator<string> {
  if (found.length === 0) return;
  yield `### ${heading}\n`;
  for (const { message, rows, tests } of causesOf(run.rows, found)) {
    const [first, ...others] = rows.map((row) => factsOf(run, row));
    if (first === undefined) continue;
    if (others.length > 0) yield `${counted(tests, 'test')} failed with:\n\n${codeBlock(message)}\n`;
    for (const facts of [first, ...others]) yield `${others.length > 0 ? '- ' : ''}${whereOf(facts)}\n`;
    if (others.length === 0 && first.message !== '') yield `${codeBlock(shortened(first.message))}\n`;
  }
  const commands = rerunCommands(
    found.map((row) => targetOf(run, row)),
    'posix',
  );
  if (commands.length === 0) return;
  const what = run.rows.testsIn(found) === 1 ? 'it' : 'them';
  yield `<details><summary>Run ${what} again</summary>\n\n${codeBlock(commands.join('\n'), 'sh')}\n\n</details>\n`;
}

function whereOf({ row, name, file, line }: ResultFacts): string {
  const place = file === '' ? [] : [line === undefined ? file : `${file}:${line}`];
  const about = [...place, row.project, row.environment].filter((text) => text !== '').map(inline);
  return [`**${inline(name)}**`, ...about].join(' · ');
}

function* problems({ sessions }: Run): Generator<string> {
  const found = sessions.flatMap(({ problems, environment = '' }) =>
    problems.map((problem) => ({ ...problem, environment })),
  );
  if (found.length > 0) yield '### Errors outside of tests\n';
  for (const { title, detail, environment } of found) {
    yield `**${inline(title)}**${environment === '' ? '' : ` · ${inline(environment)}`}\n`;
    if (detail !== undefined) yield `${codeBlock(shortened(detail))}\n`;
  }
}

function* knownFailures({ run: { rows }, known }: PageInput): Generator<string> {
  const found = rows.where((row) => rows.isKnown(row));
  const byTest = new Map<string, KnownFailure>(known.map((failure) => [failure.test, failure]));
  if (found.length > 0) yield '### Known failures\n';
  for (const row of found) {
    const { reason = '', owner, until } = byTest.get(rows.id(row)) ?? {};
    const about = [reason, owner, until && `until ${until}`].filter((text) => text !== undefined && text !== '');
    yield `- ${inline(rows.name(row))}: ${inline(about.join(', '))}`;
  }
  const expired = expiredSentences(known);
  for (const sentence of expired) yield `- ⚠️ ${inline(sentence)}`;
  if (found.length + expired.length > 0) yield '';
}

const REPEATED = ['', 'flaky', 'failed, passed on rerun', 'failed, passed on a later run'];

function* repeated({ rows }: Run): Generator<string> {
  const found = rows.where((row) => rows.isRepeated(row));
  if (found.length === 0) return;
  yield '### Passed after a failure\n';
  for (const row of found) yield `- ${inline(rows.name(row))}: ${REPEATED[rows.numbers.repeats[row] ?? 0]}`;
  yield '';
}

function* slowest({ rows }: Run): Generator<string> {
  const durations = Array.from({ length: rows.size }, (_, row) => [rows.duration(row), row] as const);
  const known = durations.filter(([milliseconds]) => milliseconds >= 0).sort(([one], [other]) => other - one);
  if (known.length === 0) return;
  const lines = known
    .slice(0, SLOWEST)
    .map(([milliseconds, row]) => `| ${inline(rows.name(row))} | ${duration(milliseconds)} |`);
  yield `<details><summary>Slowest tests</summary>\n\n| test | duration |\n|---|---:|\n${lines.join('\n')}\n\n</details>\n`;
}

function shortened(text: string): string {
  return text.length <= LONGEST_MESSAGE
    ? text
    : `${text.slice(0, LONGEST_MESSAGE)}\n… (${text.length - LONGEST_MESSAGE} more characters)`;
}
