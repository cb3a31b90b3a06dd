import { createHash } from 'node:crypto';
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { FAILURE_REASONS } from '@testpoint/interface/constants';
import { SearchTexts, withVerdict } from '@testpoint/report';
import { isPicture, isTrace } from '@testpoint/report/browser';
import {
  type ComparisonData,
  type Counts,
  type HistoryChunk,
  MESSAGE_IN_ROW,
  OUTPUT_NAME,
  REPORT_FORMAT,
  REPORT_MARKER,
  type ReportFile,
  type ResultItem,
  ROWS_PER_CHUNK,
  type RowChunk,
  type RunData,
  TEXT_IN_RESULT,
} from '@testpoint/report/format';
import { itemOf, type SampleFile, type SampleTest } from './sample-test.js';

/** A report for the viewer's tests. All counts are computed here. */
export interface SampleReport {
  run: Omit<
    RunData,
    | 'format'
    | 'counts'
    | 'tests'
    | 'files'
    | 'suites'
    | 'projects'
    | 'environments'
    | 'notes'
    | 'rows'
    | 'rowChunks'
    | 'resultChunks'
    | 'searchChunks'
    | 'properties'
  > & { notes?: string[] };
  tests: Iterable<SampleTest>;
  /** The lists of `run.comparison`. */
  comparison?: ComparisonData;
  /** Counts by test, if a test has several results. */
  tested?: Counts;
}

export const NO_COUNTS: Counts = {
  ...{ passed: 0, failed: 0, blocked: 0, skipped: 0 },
  ...{ flaky: 0, passedOnRerun: 0, passedLater: 0 },
};

/** The key of a test that has none of its own, by its row. */
export function sampleKey(row: number): string {
  return `row${`${row + 1}`.padStart(7, '0')}`;
}

const CHUNK_BYTES = 262_144;
const dist = fileURLToPath(new URL('../../dist', import.meta.url));

/** Data files and attachments by name, to be written to a folder or a single file. */
interface Output {
  data(name: string, json: string): void;
  attachment(path: string, content: Buffer): void;
}

/** Writes a report folder; an existing one is removed first. */
export function writeFolder(folder: string, report: SampleReport): RunData {
  rmSync(folder, { recursive: true, force: true });
  for (const inner of ['viewer', 'data', 'attachments/1']) mkdirSync(join(folder, inner), { recursive: true });
  for (const name of ['app.js', 'app.css']) cpSync(join(dist, name), join(folder, 'viewer', name));
  writeFileSync(
    join(folder, REPORT_MARKER),
    JSON.stringify({ testpointReport: REPORT_FORMAT, tool: 'sample', createdAt: 0 }),
  );
  const run = write(report, {
    data: (name, json) =>
      writeFileSync(join(folder, 'data', `${name}.js`), `testpoint(${JSON.stringify(name)},${json});`),
    attachment: (path, content) => writeFileSync(join(folder, path), content),
  });
  writeFileSync(join(folder, 'index.html'), withVerdict(readFileSync(join(dist, 'index.html'), 'utf8'), run));
  return run;
}

/** Writes a report in a single file. */
export function writeSingle(file: string, report: SampleReport): RunData {
  const blocks: string[] = [];
  const run = write(report, {
    data: (name, json) =>
      blocks.push(`<script type="application/json" id="${name}">${json.replaceAll('<', '\\u003c')}</script>\n`),
    attachment: (path, content) =>
      blocks.push(`<script type="application/octet-stream" id="${path}">${content.toString('base64')}</script>\n`),
  });
  const part = (name: string) => readFileSync(join(dist, name), 'utf8');
  writeFileSync(file, `${withVerdict(part('single-head.html'), run)}${blocks.join('')}${part('single-tail.html')}`);
  return run;
}

function write(report: SampleReport, output: Output): RunData {
  const startedAt = report.run.startedAt;
  const files = new Indexed();
  const suites = new Indexed();
  const projects = new Indexed();
  const environments = new Indexed();
  suites.of('[]');
  const counts: Counts = { ...NO_COUNTS };
  let chunk: ReturnType<typeof emptyChunk> = emptyChunk(0);
  let history: HistoryChunk = { first: 0, outcomes: [], durations: [] };
  let rowChunks = 0;
  let rows = 0;
  let results: string[] = [];
  let resultBytes = 0;
  let resultChunks = 1;
  let attachments = 0;

  const search = new SearchTexts();
  let searchChunks = 0;
  let properties: number[][] = [];
  const flushSearch = () => {
    const texts = search.take();
    if (texts !== undefined) output.data(`search-${++searchChunks}`, JSON.stringify(texts));
  };

  const flushRows = () => {
    if (chunk.outcomes === '') return;
    rowChunks++;
    chunk.properties = search.properties.map((_, index) => properties.map((values) => values[index] ?? -1));
    properties = [];
    output.data(`rows-${rowChunks}`, JSON.stringify(chunk));
    if (report.run.history) output.data(`history-${rowChunks}`, JSON.stringify(history));
    chunk = emptyChunk(rows);
    history = { first: rows, outcomes: [], durations: [] };
  };
  const flushResults = () => {
    output.data(`results-${resultChunks}`, `[${results.join(',\n')}]`);
    resultChunks++;
    results = [];
    resultBytes = 0;
  };
  const keep = (file: SampleFile): ReportFile => {
    if (file.claim !== undefined) return file.claim;
    if (file.content === undefined) return { missing: file.missing ?? 'it is not there' };
    const content = Buffer.from(file.content);
    attachments++;
    const path = `attachments/1/${`${attachments}`.padStart(6, '0')}.${file.ending ?? 'bin'}`;
    output.attachment(path, content);
    const isText = typeof file.content === 'string';
    const text = isText && content.length <= TEXT_IN_RESULT ? { text: `${file.content}` } : {};
    return { path, bytes: content.length, isText, ...text };
  };

  for (const test of report.tests) {
    if (resultBytes > CHUNK_BYTES) flushResults();
    const item: ResultItem = itemOf(test, startedAt, (test.files ?? []).map(keep));
    const json = JSON.stringify(item);
    const message = test.body?.message ?? '';
    chunk.outcomes += test.isKnown ? 'K' : test.outcome;
    chunk.repeats += test.repeat ?? (test.isFlaky ? 1 : 0);
    chunk.keys += test.key ?? sampleKey(rows);
    chunk.titles.push(test.title);
    chunk.suites.push(suites.of(JSON.stringify(test.suites)));
    chunk.files.push(files.of(test.file));
    chunk.lines.push(test.line);
    chunk.projects.push(test.project === undefined ? -1 : projects.of(test.project));
    chunk.environments.push(test.environment === undefined ? -1 : environments.of(test.environment));
    chunk.sessions.push(test.session);
    chunk.starts.push(test.start);
    chunk.durations.push(test.duration);
    chunk.workers.push(test.worker);
    chunk.ids.push(test.id ?? '');
    chunk.messages.push(message.slice(0, MESSAGE_IN_ROW));
    chunk.failureReasons.push(FAILURE_REASONS.findIndex((name) => name === test.failureReason));
    chunk.attempts.push(test.attempts ?? 1);
    chunk.evidence += evidenceOf(test.files);
    chunk.resultChunks.push(resultChunks);
    chunk.resultPlaces.push(results.length);
    if (report.run.history) {
      history.outcomes.push(test.history ?? '-'.repeat(report.run.history.runs.length));
      history.durations.push(test.historyDurations ?? report.run.history.runs.map(() => -1));
    }
    count(counts, test);
    const outputs = item.files.flatMap(({ text }, index) =>
      test.files?.[index]?.name === OUTPUT_NAME ? (text ?? []) : [],
    );
    properties.push(search.add(Buffer.from(JSON.stringify(item.entry)), outputs));
    if (search.endRow()) flushSearch();
    results.push(json);
    resultBytes += json.length;
    rows++;
    if (rows % ROWS_PER_CHUNK === 0) flushRows();
  }
  flushRows();
  flushResults();
  flushSearch();
  const run: RunData = {
    notes: [],
    ...report.run,
    format: REPORT_FORMAT,
    counts,
    tests: report.tested ?? counts,
    environments: environments.values,
    files: files.values,
    suites: suites.values.map((json): string[] => JSON.parse(json)),
    projects: projects.values,
    rows,
    rowChunks,
    resultChunks: resultChunks - 1,
    searchChunks,
    properties: search.properties,
  };
  if (report.comparison !== undefined) output.data('comparison', JSON.stringify(report.comparison));
  output.data('run', JSON.stringify(run));
  return run;
}

class Indexed {
  readonly values: string[] = [];
  readonly #indexes = new Map<string, number>();

  of(value: string): number {
    const known = this.#indexes.get(value);
    if (known !== undefined) return known;
    this.#indexes.set(value, this.values.length);
    this.values.push(value);
    return this.values.length - 1;
  }
}

function count(counts: Counts, { outcome, isFlaky, isKnown, repeat = isFlaky ? 1 : 0 }: SampleTest): void {
  const name = ({ P: 'passed', F: 'failed', B: 'blocked', S: 'skipped' } as const)[outcome];
  counts[name]++;
  if (isKnown) counts.known = (counts.known ?? 0) + 1;
  const repeated = ([undefined, 'flaky', 'passedOnRerun', 'passedLater'] as const)[repeat];
  if (repeated !== undefined) counts[repeated]++;
}

/** Whether there is a picture, and a trace. */
function evidenceOf(files: readonly SampleFile[] = []): number {
  const hasPicture = files.some(({ contentType }) => isPicture(contentType));
  return (hasPicture ? 1 : 0) + (files.some(isTrace) ? 2 : 0);
}

function emptyChunk(first: number): RowChunk & { evidence: string } {
  return {
    first,
    outcomes: '',
    evidence: '',
    repeats: '',
    keys: '',
    titles: [],
    suites: [],
    files: [],
    lines: [],
    projects: [],
    environments: [],
    sessions: [],
    starts: [],
    durations: [],
    workers: [],
    ids: [],
    messages: [],
    failureReasons: [],
    attempts: [],
    resultChunks: [],
    resultPlaces: [],
  };
}

/** A pseudo-random number from 0 to below 1, always the same for the same words. */
export function steady(...words: (string | number)[]): number {
  return createHash('sha256').update(words.join('\0')).digest().readUInt32BE(0) / 2 ** 32;
}
