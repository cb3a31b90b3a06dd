import { AttachmentCopies } from './attachment-copies.js';
import { ResultChunks, writeData } from './data-file.js';
import { FailureGroups } from './failure-groups.js';
import { REPORT_FORMAT, type ReportFile, type RunData, type SessionData } from './format.js';
import { History } from './history.js';
import { type HistoryRun, readHistory, writeHistory } from './history-file.js';
import { MaskedIds } from './masked-ids.js';
import { membersOf } from './members.js';
import type { ReportOptions } from './report-options.js';
import { type ReportSource, ROWS_AT_ONCE } from './report-source.js';
import { countRow, noCounts, sumOf } from './result-row.js';
import { ResultTable, type TableRow } from './result-table.js';
import { type ResultPlace, RowChunks } from './row-chunks.js';
import { SourceFrames } from './source-frames.js';

/** Fills a report's folder. Reads every line twice: once for the table, and again to write it in the table's order. */
export class ReportDraft {
  readonly #directory: string;
  readonly #sources: readonly ReportSource[];
  readonly #options: Pick<ReportOptions, 'masking' | 'history' | 'runOf' | 'lacks'>;
  readonly #pause: () => Promise<void>;
  readonly #table = new ResultTable();
  readonly #sessions: SessionData[] = [];
  readonly #copies: AttachmentCopies;
  readonly #maskedIds: MaskedIds;
  readonly #frames: SourceFrames;
  readonly #results: ResultChunks;
  /** Sentences about the history. */
  readonly #lacks: string[] = [];
  #remember: (() => void) | undefined;

  constructor(
    directory: string,
    sources: readonly ReportSource[],
    options: Pick<ReportOptions, 'masking' | 'history' | 'runOf' | 'lacks'>,
    pause: () => Promise<void>,
  ) {
    this.#directory = directory;
    this.#sources = sources;
    this.#options = options;
    this.#pause = pause;
    this.#copies = new AttachmentCopies(directory, options.masking);
    this.#maskedIds = new MaskedIds(options.masking);
    this.#frames = new SourceFrames(options.masking);
    this.#results = new ResultChunks(directory);
  }

  async write(): Promise<RunData> {
    await this.#readAll();
    const rows = this.#table.sorted();
    const span = this.#span(rows);
    const history = await this.#history(rows);
    const chunks = new RowChunks(this.#directory, this.#table, span.startedAt);
    const groups = new FailureGroups();
    const counts = noCounts();
    for (const [index, row] of rows.entries()) {
      const place = await this.#writeResult(row);
      chunks.add(row, place, history?.outcomes[index]);
      countRow(counts, row);
      if (row.failure >= 0) groups.add(row.failure, index);
      if (index % ROWS_AT_ONCE === 0) await this.#pause();
    }
    this.#results.end();
    chunks.end();
    history?.write(this.#directory);
    const { files, suites, projects, failures } = this.#table;
    const run: RunData = {
      format: REPORT_FORMAT,
      createdAt: Date.now(),
      ...span,
      counts,
      sessions: this.#sessions,
      failureGroups: groups.list(failures),
      ...{ files: [...files], suites: [...suites], projects: [...projects], rows: rows.length },
      ...{ rowChunks: chunks.count, resultChunks: this.#results.count },
      ...(history !== undefined && { history: history.data(rows) }),
      incomplete: [
        ...(this.#options.lacks ?? []),
        ...this.#lacks,
        ...this.#missingResults(),
        ...incompleteness(this.#sessions),
      ],
    };
    writeData(this.#directory, 'run', run);
    return run;
  }

  /** Adds the run to the history. Call it when the report is in place. */
  remember(): void {
    this.#remember?.();
  }

  /** Reads sessions in order of start, each only once; then all of their results. */
  async #readAll(): Promise<void> {
    const all = this.#sources.flatMap((source, at) =>
      source.sessions.map((session, own) => ({ source: at, own, session })),
    );
    const known = new Set<string>();
    const taken = all.filter(({ session: { id } }) => {
      if (id === '') return true;
      return known.has(id) ? false : known.add(id);
    });
    taken.sort((one, other) => one.session.startedAt - other.session.startedAt);
    for (const { session } of taken) {
      this.#sessions.push(session);
      Object.assign(session, this.#options.runOf?.(session.id));
    }
    for (const [at, source] of this.#sources.entries()) {
      const indexes: (number | undefined)[] = [];
      for (const [index, entry] of taken.entries()) if (entry.source === at) indexes[entry.own] = index;
      await this.#read(source, at, indexes);
    }
  }

  async #read(source: ReportSource, at: number, indexes: readonly (number | undefined)[]): Promise<void> {
    let count = 0;
    for (const row of source.rows()) {
      const session = indexes[row.session];
      if (session !== undefined) {
        this.#table.add(this.#maskedIds.row(row, at), at, session);
        this.#noteEnd(session, row.endedAt);
      }
      if (++count % ROWS_AT_ONCE === 0) await this.#pause();
    }
  }

  /** A session without a recorded end ended with its last result. */
  #noteEnd(index: number, endedAt: number): void {
    const session = this.#sessions[index];
    if (session === undefined) return;
    if (endedAt > (session.endedAt ?? -1)) session.endedAt = endedAt;
  }

  #span(rows: readonly TableRow[]): Pick<RunData, 'startedAt' | 'endedAt'> {
    let startedAt = Number.POSITIVE_INFINITY;
    let endedAt = 0;
    for (const session of this.#sessions) {
      startedAt = Math.min(startedAt, session.startedAt);
      endedAt = Math.max(endedAt, session.endedAt ?? session.startedAt);
    }
    for (const row of rows) if (row.startedAt >= 0) startedAt = Math.min(startedAt, row.startedAt);
    return { startedAt: Number.isFinite(startedAt) ? startedAt : endedAt, endedAt };
  }

  /** Earlier results of a test come before its latest one. */
  async #writeResult(row: TableRow): Promise<ResultPlace> {
    const earlier: ResultPlace[] = [];
    for (const result of row.earlier ?? []) earlier.push(await this.#writeItem(result, []));
    return this.#writeItem(row, earlier);
  }

  async #writeItem(row: TableRow, earlier: readonly ResultPlace[]): Promise<ResultPlace> {
    const source = this.#sources[row.source];
    if (source === undefined) throw new RangeError(`there is no source ${row.source}`);
    const line = source.read(row.place);
    const files = row.hasAttachments ? await this.#takeFiles(row, source, line) : [];
    const reruns = earlier.length === 0 ? '' : `,"earlier":${JSON.stringify(earlier)}`;
    const header = `"session":${row.session},"files":${JSON.stringify(files)}${reruns}`;
    return this.#results.add(header, this.#maskedIds.line(row, this.#withFrames(row, source, line)));
  }

  #withFrames(row: TableRow, { root }: ReportSource, line: Buffer): Buffer {
    const session = this.#sessions[row.session];
    return row.hasErrors && root !== undefined && session !== undefined ? this.#frames.line(line, root, session) : line;
  }

  async #takeFiles(row: TableRow, source: ReportSource, line: Buffer): Promise<ReportFile[]> {
    const entry = membersOf(JSON.parse(line.toString('utf8')));
    const files: ReportFile[] = [];
    for (const attachment of source.attachments(row.place, entry)) {
      const file = await this.#copies.take(row.session, attachment);
      const session = this.#sessions[row.session];
      if (file.path === undefined && session !== undefined) session.missingAttachments++;
      files.push(file);
      await this.#pause();
    }
    return files;
  }

  /** A sentence for each damaged report. */
  #missingResults(): string[] {
    return this.#sources.flatMap(({ place, sessions }) => {
      let missing = 0;
      let total = 0;
      for (const session of sessions) {
        if (!this.#sessions.includes(session)) continue;
        const { counts, missingResults } = session;
        missing += missingResults;
        total += missingResults + sumOf(counts);
      }
      if (missing === 0) return [];
      return `${missing} of ${total} results ${missing === 1 ? 'is' : 'are'} missing from ${place}, so this report is incomplete.`;
    });
  }

  async #history(rows: readonly TableRow[]): Promise<History | undefined> {
    const { history: path } = this.#options;
    if (path === undefined) return undefined;
    const sessions = this.#sessions.map(({ id }) => id);
    const earlier = await this.#earlierRuns(path, new Set(sessions));
    if (earlier === undefined) return undefined;
    const history = new History(earlier, this.#table, rows);
    const counts = noCounts();
    for (const row of rows) countRow(counts, row);
    const { startedAt, endedAt } = this.#span(rows);
    const { commit, branch } = this.#sessions.find(({ ci }) => ci !== undefined)?.ci ?? {};
    const run: HistoryRun = {
      ...{ sessions, startedAt, durationMs: Math.max(0, endedAt - startedAt), counts },
      ...(commit !== undefined && { commit }),
      ...(branch !== undefined && { branch }),
      tests: history.tests(rows),
    };
    this.#remember = () => writeHistory(path, earlier, run);
    return history;
  }

  /** Undefined if they can't be read. Then the history stays as it is. */
  async #earlierRuns(path: string, sessions: ReadonlySet<string>): Promise<HistoryRun[] | undefined> {
    try {
      const { runs, isCut } = await readHistory(path, sessions);
      if (isCut)
        this.#lacks.push(`The history in ${path} is too long, so only its newest runs were read and are kept.`);
      return runs;
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      this.#lacks.push(`The history in ${path} can't be read (${why}), so the report shows no earlier runs.`);
      return undefined;
    }
  }
}

/** Sentences about parts of the sessions that are missing from the report. */
function incompleteness(sessions: readonly SessionData[]): string[] {
  const sentences: string[] = [];
  for (const { id, unreadableLines, missingAttachments } of sessions) {
    if (unreadableLines > 0) {
      const lines = unreadableLines === 1 ? '1 line' : `${unreadableLines} lines`;
      sentences.push(`${lines} of the journal of session ${id} can't be read, so the report is incomplete.`);
    }
    if (missingAttachments > 0) {
      const files = missingAttachments === 1 ? '1 attachment' : `${missingAttachments} attachments`;
      sentences.push(`${files} of session ${id} ${missingAttachments === 1 ? 'is' : 'are'} missing.`);
    }
  }
  return sentences;
}
