import { type ReportSource, type Run, readRun } from '@testpoint/report';
import { compileRedaction } from '../result/masking/redaction.js';
import { maskingOf } from './masking.js';
import { opening, reportInputs } from './report-inputs.js';

export interface OpenRunOptions {
  /** Outboxes, folders of single sessions, reports, and reports in one file. */
  inputs: readonly string[];
  /** Secrets to mask in external ids. */
  secretKey?: string;
  redact?: readonly (string | RegExp)[];
}

/** A run and sentences about inputs that can't be read. Close the run after use. */
export interface OpenedRun {
  run: Run;
  lacks: string[];
}

/**
 * Reads results as a report would show them, without writing one. Deletes nothing.
 * @throws NothingToReportError for an input that is neither an outbox nor a report
 */
export async function openRun({ inputs, secretKey = '', redact = [] }: OpenRunOptions): Promise<OpenedRun> {
  const lacks: string[] = [];
  const sources: ReportSource[] = [];
  try {
    for (const input of reportInputs(inputs, lacks, undefined)) sources.push(opening(input)());
    const run = await readRun(sources, { masking: maskingOf(compileRedaction(secretKey, redact)) });
    return { run, lacks };
  } catch (error) {
    for (const source of sources) source.close();
    throw error;
  }
}
