import { randomBytes } from 'node:crypto';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { REPORT_FORMAT, REPORT_MARKER, type ReportMarker, type RunData, type SessionData } from '../format.js';
import { keptReplacing, reportTooSlow, resultsMissing } from '../messages.js';
import { FolderSource } from '../read/folder-source.js';
import { type ReportSource, UnreadableSourceError } from '../read/report-source.js';
import { readRun } from '../run/run.js';
import { ReportDraft } from './report-draft.js';
import { beginReport, type Present, putInPlace, realFolder, writeFailure } from './report-folder.js';
import type { OpenSource, ReportOptions } from './report-options.js';
import { addTraceViewer, addViewer } from './viewer-files.js';

/** The outcome of a report. */
export interface WrittenReport {
  /** Its page. */
  page: string;
  run: RunData;
}

/** The report could not be made in time. */
class ReportTimeoutError extends Error {
  readonly code = 'REPORT_TIMEOUT';
}

/** Other processes may be working on the same folder. */
const TRIES = 5;
/** How long to work before letting others work, milliseconds. */
const PAUSE_EVERY = 20;

/**
 * Makes one report from any number of sessions and reports. The old report stays intact until the new one replaces it.
 * @throws ForeignFolderError for a folder that is not a report
 * @throws UnreadableSourceError for an unreadable input
 * @throws ReportTimeoutError after `timeout`
 */
export async function writeReport(options: ReportOptions): Promise<WrittenReport> {
  const directory = realFolder(options.directory);
  const pause = pausesWithin(options.timeout);
  for (let attempt = 1; ; attempt++) {
    let draft: string | undefined;
    try {
      const begun = beginReport(directory);
      const { present } = begun;
      draft = begun.draft;
      const { run, remember } = await fill(draft, directory, present, options, pause);
      if (putInPlace(draft, directory, present)) {
        remember();
        return { page: join(directory, 'index.html'), run };
      }
      if (attempt === TRIES) throw new Error(keptReplacing(directory));
    } catch (error) {
      throw writeFailure(directory, error);
    } finally {
      if (draft !== undefined) rmSync(draft, { recursive: true, force: true });
    }
  }
}

async function fill(
  draft: string,
  directory: string,
  present: Present,
  options: ReportOptions,
  pause: () => Promise<void>,
): Promise<{ run: RunData; remember: () => void }> {
  const sources = openAll(options.inputs);
  const lacks = [...(options.lacks ?? [])];
  try {
    const { keepSince } = options;
    // A rerun belongs to the report in its place.
    const isRerun = sources.some(({ sessions }) => sessions.some((session) => session.isRerun));
    if (keepSince !== undefined && isRerun && present.older !== undefined) {
      lacks.push(resultsMissing(present.older));
    }
    if (keepSince !== undefined && (isRerun || (present.marker?.createdAt ?? -1) >= keepSince)) {
      const isKept = ({ endedAt }: SessionData) => isRerun || (endedAt !== undefined && endedAt >= keepSince);
      try {
        if (present.marker !== undefined) sources.push(new FolderSource(directory, isKept));
      } catch (error) {
        if (!(error instanceof UnreadableSourceError)) throw error;
        lacks.push(resultsMissing(error.message));
      }
    }
    // The first file, so that git ignores the folder beside the report, too.
    writeFileSync(join(draft, '.gitignore'), '*\n');
    mkdirSync(join(draft, 'data'));
    const report = new ReportDraft(draft, await readRun(sources, { ...options, pause }), { ...options, lacks }, pause);
    const run = await report.write();
    addViewer(draft, run);
    if (options.traceViewer !== undefined) addTraceViewer(draft, options.traceViewer);
    const id = randomBytes(8).toString('hex');
    const marker: ReportMarker = {
      testpointReport: REPORT_FORMAT,
      tool: options.tool,
      createdAt: run.createdAt,
      id,
    };
    writeFileSync(join(draft, REPORT_MARKER), `${JSON.stringify(marker)}\n`);
    return { run, remember: () => report.remember() };
  } finally {
    for (const source of sources) source.close();
  }
}

function openAll(inputs: readonly OpenSource[]): ReportSource[] {
  const sources: ReportSource[] = [];
  try {
    for (const open of inputs) sources.push(open());
    return sources;
  } catch (error) {
    for (const source of sources) source.close();
    throw error;
  }
}

/** Lets others work from time to time, and throws when the time is up. */
function pausesWithin(timeout = Number.POSITIVE_INFINITY): () => Promise<void> {
  const limit = performance.now() + timeout;
  let last = performance.now();
  return async () => {
    const now = performance.now();
    if (now > limit) throw new ReportTimeoutError(reportTooSlow(timeout / 1_000));
    if (now - last < PAUSE_EVERY) return;
    await setImmediate();
    last = performance.now();
  };
}
