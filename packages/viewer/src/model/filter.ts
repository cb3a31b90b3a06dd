import { FAILURE_REASONS } from '@testpoint/interface/constants';
import type { RunData } from '@testpoint/report/format';
import { NOT_LOADED, type ResultTable } from '../data/result-table.js';
import { fold } from '../data/text-column.js';
import { type Look, lookOf } from './outcome.js';
import { valuesIn } from './properties.js';

/** Outcomes to filter by. A result matches one of them: flaky if it failed before it passed. */
export const OUTCOME_WORDS = ['failed', 'known', 'flaky', 'blocked', 'skipped', 'passed'] as const;
export type OutcomeWord = (typeof OUTCOME_WORDS)[number];

/** Which results to show. Each member narrows the selection. */
export interface Filter {
  /** Shows results with any of these; empty for all. */
  outcomes: readonly OutcomeWord[];
  /** Words that must all appear in the result; phrases in double quotes. */
  text: string;
  project?: string | undefined;
  environment?: string | undefined;
  /** Its id. */
  session?: string | undefined;
  /** One of the interface's failure reasons. */
  reason?: string | undefined;
  /** Milliseconds, both inclusive. */
  atLeast?: number | undefined;
  atMost?: number | undefined;
  /** Key of the group of failures. */
  group?: string | undefined;
  /** Since the previous run, from the history: `new` or `fixed`. */
  change?: string | undefined;
  /** Values of properties, by name. */
  properties?: Readonly<Record<string, string>> | undefined;
}

export const NO_FILTER: Filter = { outcomes: [], text: '' };

/** The words to choose from. Without `testpoint.known.json`, nothing is known. */
export function outcomeWords({ known }: RunData): OutcomeWord[] {
  return OUTCOME_WORDS.filter((word) => word !== 'known' || known !== undefined);
}

/** Numbers of the loaded rows that pass the filter, in order. @param inside rows that contain a term outside of the table: 1 for each */
export function matching(
  filter: Filter,
  table: ResultTable,
  run: RunData,
  inside: (term: string) => Uint8Array | undefined = () => undefined,
): Int32Array {
  const { project, reason, environment, session, atLeast, atMost } = filter;
  const wanted: [column: ArrayLike<number>, value: number][] = [];
  if (project !== undefined) wanted.push([table.numbers.projects, indexIn(project, run.projects)]);
  if (environment !== undefined)
    wanted.push([table.numbers.environments, environment === '' ? -1 : indexIn(environment, run.environments)]);
  if (session !== undefined)
    wanted.push([
      table.numbers.sessions,
      indexIn(
        session,
        run.sessions.map(({ id }) => id),
      ),
    ]);
  if (reason !== undefined) wanted.push([table.numbers.failureReasons, indexIn(reason, FAILURE_REASONS)]);
  const allowed = allowedRows(filter, table, run, inside);
  const rows = new Int32Array(table.size);
  let count = 0;
  for (let row = 0; row < table.size; row++) {
    if (table.outcomes[row] === NOT_LOADED || (allowed !== undefined && allowed[row] !== 1)) continue;
    if (!wanted.every(([column, value]) => column[row] === value)) continue;
    const duration = table.numbers.durations[row] ?? -1;
    if (atLeast !== undefined && duration < atLeast) continue;
    if (atMost !== undefined && (duration > atMost || duration < 0)) continue;
    rows[count++] = row;
  }
  const found = rows.slice(0, count);
  return filter.outcomes.length === 0 ? found : withOutcomes(found, filter.outcomes, table);
}

/** Those of some rows that have one of these outcomes. */
export function withOutcomes(rows: Int32Array, words: readonly Look[], { outcomes, repeats }: ResultTable): Int32Array {
  return rows.filter((row) => words.includes(lookOf(outcomes[row], repeats[row])));
}

/** How many of these rows have each outcome. */
export function countedLooks(rows: Int32Array, { outcomes, repeats }: ResultTable): Record<Look, number> {
  const counts = { passed: 0, failed: 0, blocked: 0, skipped: 0, flaky: 0, known: 0, none: 0 };
  for (const row of rows) counts[lookOf(outcomes[row], repeats[row])]++;
  return counts;
}

/** Whether the filter shows everything. */
export function isEmpty(filter: Filter): boolean {
  const { outcomes, text, ...rest } = filter;
  return outcomes.length === 0 && text.trim() === '' && Object.values(rest).every((value) => value === undefined);
}

/** Folded words and phrases. Drops the separators of a path, so that you can paste an id. */
export function termsOf(text: string): string[] {
  const terms: string[] = [];
  for (const [, phrase, word] of text.matchAll(/"([^"]+)"?|(\S+)/g)) {
    const term = fold((phrase ?? word ?? '').replaceAll(/\s+/g, ' '));
    if (term !== '' && term !== '>' && term !== '›' && term !== '"') terms.push(term);
  }
  return terms;
}

/** The index of a name; -2 for an unknown name, because -1 means that a row has no name. */
function indexIn(name: string, names: readonly string[]): number {
  const place = names.indexOf(name);
  return place === -1 ? -2 : place;
}

/** 1 for each row that the text, the group and the change allow; undefined if the filter has none of them. */
function allowedRows(
  filter: Filter,
  table: ResultTable,
  run: RunData,
  inside: (term: string) => Uint8Array | undefined,
): Uint8Array | undefined {
  let allowed: Uint8Array | undefined;
  const narrow = (found: Uint8Array) => {
    if (allowed === undefined) allowed = found;
    else for (let row = 0; row < found.length; row++) allowed[row] = (allowed[row] ?? 0) & (found[row] ?? 0);
  };
  for (const term of termsOf(filter.text)) {
    const found = rowsWith(term, table, run);
    const others = inside(term);
    if (others !== undefined) for (let row = 0; row < found.length; row++) if (others[row] === 1) found[row] = 1;
    narrow(found);
  }
  for (const [name, value] of Object.entries(filter.properties ?? {}))
    narrow(rowsWithProperty(name, value, table, run));
  if (filter.group !== undefined)
    narrow(marked(table.size, run.failureGroups.find(({ key }) => key === filter.group)?.rows ?? []));
  if (filter.change === 'new') narrow(marked(table.size, run.history?.newFailures ?? []));
  if (filter.change === 'fixed') narrow(marked(table.size, run.history?.fixed ?? []));
  return allowed;
}

function rowsWith(term: string, table: ResultTable, run: RunData): Uint8Array {
  const found = new Uint8Array(table.size);
  const files = run.files.map((file) => fold(file).includes(term));
  const suites = run.suites.map((titles) => titles.some((title) => fold(title).includes(term)));
  // An id starts with its project, and the table omits ids that can be derived from the other columns.
  const projects = run.projects.map((project) => fold(`[${project}]`).includes(term));
  if (files.includes(true) || suites.includes(true) || projects.includes(true)) {
    for (let row = 0; row < table.size; row++) {
      if (
        files[table.numbers.files[row] ?? 0] ||
        suites[table.numbers.suites[row] ?? 0] ||
        projects[table.numbers.projects[row] ?? -1]
      ) {
        found[row] = 1;
      }
    }
  }
  table.find(term, (row) => {
    found[row] = 1;
  });
  return found;
}

function rowsWithProperty(name: string, value: string, table: ResultTable, run: RunData): Uint8Array {
  const found = new Uint8Array(table.size);
  const place = run.properties?.findIndex((property) => property.name === name) ?? -1;
  const wanted = (run.properties?.[place]?.values ?? []).map((one) => valuesIn(name, one).includes(value));
  const column = table.properties[place];
  if (column !== undefined) for (let row = 0; row < found.length; row++) if (wanted[column[row] ?? -1]) found[row] = 1;
  return found;
}

function marked(size: number, rows: readonly number[]): Uint8Array {
  const mask = new Uint8Array(size);
  for (const row of rows) mask[row] = 1;
  return mask;
}
