import { readLine } from '@testpoint/interface/codec';
import { comparisonOf, testsIn } from '../aggregates/comparison.js';
import { testCountsOf } from '../aggregates/counts.js';
import { failureGroupsOf } from '../aggregates/failure-groups.js';
import { type ComparedWith, type KnownInRun, OUTPUT_NAME, type ReportFile, type RunData } from '../format.js';
import { History } from '../history/history.js';
import { type HistoryRun, readHistory, writeHistory } from '../history/history-file.js';
import { historyCut, historyUnreadable, noKnownFailure } from '../messages.js';
import { ROWS_AT_ONCE } from '../read/report-source.js';
import type { Superseded } from '../run/reruns.js';
import type { Run } from '../run/run.js';
import { brokenRules } from '../verdict/gate.js';
import { interruptedIn } from '../verdict/headline.js';
import { markKnown, readKnownFailures, today } from '../verdict/known-failures.js';
import { runTimeOf } from '../verdict/run-time.js';
import { AttachmentCopies } from './attachment-copies.js';
import { chunkName, ResultChunks, writeData } from './data-file.js';
import { otherRun } from './other-run.js';
import type { ReportOptions } from './report-options.js';
import { type ResultPlace, RowChunks } from './row-chunks.js';
import { runDataOf, testTimeOf } from './run-data.js';
import { SearchTexts } from './search-texts.js';
import { SourceFrames } from './source-frames.js';

/** Fills a report's folder from a run. Reads every result again, to write its line in the order of the rows. */
export class ReportDraft {
  readonly #directory: string;
  readonly #run: Run;
  readonly #options: ReportOptions;
  /** By external id. */
  readonly #pause: () => Promise<void>;
  readonly #copies: AttachmentCopies;
  readonly #frames: SourceFrames;
  readonly #results: ResultChunks;
  readonly #search = new SearchTexts();
  #searchChunks = 0;
  /** Indexes of the values of the last result's properties. */
  #properties: readonly number[] = [];
  /** What the next result printed. */
  #outputs: string[] = [];
  /** Sentences about what could not be read besides the results. */
  readonly #lacks: string[] = [];
  #remember: (() => void) | undefined;

  constructor(directory: string, run: Run, options: ReportOptions, pause: () => Promise<void>) {
    this.#directory = directory;
    this.#run = run;
    this.#options = options;
    this.#pause = pause;
    this.#copies = new AttachmentCopies(directory, options.masking);
    this.#frames = new SourceFrames(options.masking);
    this.#results = new ResultChunks(directory);
  }

  async write(): Promise<RunData> {
    const { rows, sessions, span, notes } = this.#run;
    const history = await this.#history();
    const known = this.#markKnown();
    const chunks = new RowChunks(this.#directory, this.#run, span.startedAt);
    for (let row = 0; row < rows.size; row++) {
      const place = await this.#writeResult(row);
      chunks.add(place, this.#properties);
      if (this.#search.endRow()) this.#writeSearch();
      if (row % ROWS_AT_ONCE === 0) await this.#pause();
    }
    this.#results.end();
    chunks.end();
    this.#writeSearch();
    history?.write(this.#directory);
    const data = runDataOf(rows, {
      ...span,
      sessions: [...sessions],
      ...{ rowChunks: chunks.count, resultChunks: this.#results.count, searchChunks: this.#searchChunks },
      ...(this.#search.properties.length > 0 && { properties: this.#search.properties }),
      history: history?.data(),
      ...(known.length > 0 && { known }),
      ...this.#gate(history),
      ...(this.#options.traceViewer !== undefined && { hasTraceViewer: true }),
      incomplete: [...(this.#options.lacks ?? []), ...this.#lacks, ...this.#run.incompleteness()],
      notes: [...notes],
    });
    for (const group of data.failureGroups) {
      const since = history?.since(group.key);
      if (since !== undefined) group.since = since;
    }
    data.comparison = await this.#comparison();
    writeData(this.#directory, 'run', data);
    return data;
  }

  /** Adds the run to the history. Call it when the report is in place. */
  remember(): void {
    this.#remember?.();
  }

  /** Other results of a test come before the one that counts. */
  async #writeResult(row: number): Promise<ResultPlace> {
    const earlier: ResultPlace[] = [];
    for (const result of this.#run.superseded.get(row) ?? []) earlier.push(await this.#writeItem(result, []));
    return this.#writeItem(this.#run.result(row), earlier);
  }

  async #writeItem(result: Superseded, earlier: readonly ResultPlace[]): Promise<ResultPlace> {
    const line = this.#run.line(result);
    const files = result.hasAttachments ? await this.#takeFiles(result, line) : [];
    this.#properties = this.#search.add(line, this.#outputs);
    this.#outputs = [];
    const others = earlier.length === 0 ? '' : `,"earlier":${JSON.stringify(earlier)}`;
    const header = `"session":${result.session},"files":${JSON.stringify(files)}${others}`;
    return this.#results.add(header, this.#withFrames(result, line));
  }

  #writeSearch(): void {
    const chunk = this.#search.take();
    if (chunk !== undefined) writeData(this.#directory, chunkName('search', ++this.#searchChunks), chunk);
  }

  #withFrames(result: Superseded, line: Buffer): Buffer {
    const root = this.#run.root(result);
    const session = this.#run.sessions[result.session];
    const canAdd = result.hasErrors && root !== undefined && session !== undefined;
    return canAdd ? this.#frames.line(line, root, session) : line;
  }

  async #takeFiles(result: Superseded, line: Buffer): Promise<ReportFile[]> {
    const entry = readLine(JSON.parse(line.toString('utf8')), { body: [], view: [] });
    const files: ReportFile[] = [];
    for (const attachment of this.#run.attachments(result, entry)) {
      const file = await this.#copies.take(result.session, attachment);
      const session = this.#run.sessions[result.session];
      if (file.path === undefined && session !== undefined) session.missingAttachments++;
      files.push(file);
      if (attachment.name === OUTPUT_NAME && file.text !== undefined) this.#outputs.push(file.text);
      await this.#pause();
    }
    return files;
  }

  /** After the history, in which a known failure is a failure. */
  #markKnown(): KnownInRun[] {
    const { root } = this.#options;
    const { rows, sessions } = this.#run;
    if (root === undefined) return [];
    try {
      const known = markKnown(rows, readKnownFailures(root, today()));
      for (let row = 0; row < rows.size; row++) {
        const counts = rows.isKnown(row) ? sessions[rows.numbers.sessions[row] ?? 0]?.counts : undefined;
        if (counts !== undefined) counts.known = (counts.known ?? 0) + 1;
      }
      return known;
    } catch (error) {
      this.#lacks.push(noKnownFailure(error instanceof Error ? error.message : String(error)));
      return [];
    }
  }

  /** After the known failures, which don't count. */
  #gate(history: History | undefined): Pick<RunData, 'gate'> {
    const { gate, waiting = 0 } = this.#options;
    if (gate === undefined || Object.keys(gate).length === 0) return {};
    const { rows, sessions } = this.#run;
    const broken = brokenRules(gate, { rows, sessions, newFailures: history?.newFailures, waiting });
    return { gate: { broken: broken.map(({ rule, what }) => ({ rule, what })) } };
  }

  async #comparison(): Promise<ComparedWith | undefined> {
    const { compare } = this.#options;
    if (compare === undefined) return undefined;
    const { rows } = this.#run;
    const other = await otherRun(compare, this.#run);
    const comparison = comparisonOf(rows, other.results);
    writeData(this.#directory, 'comparison', comparison);
    const { results, ...about } = other;
    return { ...about, counts: testsIn(comparison, rows) };
  }

  async #history(): Promise<History | undefined> {
    const { history: path, defaultBranch } = this.#options;
    if (path === undefined) return undefined;
    const { rows, sessions, span } = this.#run;
    const earlier = await this.#earlierRuns(path);
    if (earlier === undefined) return undefined;
    const { commit, branch } = this.#run.ci;
    const history = new History(earlier, rows, branch, defaultBranch);
    const run: HistoryRun = {
      ...{
        sessions: sessions.map(({ id }) => id),
        startedAt: span.startedAt,
        durationMs: runTimeOf({ sessions, ...span, ...testTimeOf(rows) }),
      },
      counts: testCountsOf(rows),
      ...{ commit, branch },
      ...(interruptedIn(sessions) > 0 && { isInterrupted: true }),
      groups: failureGroupsOf(rows)
        .map(({ key }) => key)
        .join(''),
      tests: history.tests(),
    };
    this.#remember = () => writeHistory(path, earlier, run);
    return history;
  }

  /** Undefined if they can't be read. Then the history stays as it is. */
  async #earlierRuns(path: string): Promise<HistoryRun[] | undefined> {
    try {
      const { runs, isCut } = await readHistory(path, this.#run.sessions);
      if (isCut) this.#lacks.push(historyCut(path));
      return runs;
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      this.#lacks.push(historyUnreadable(path, why));
      return undefined;
    }
  }
}
