import { appendFileSync, existsSync } from 'node:fs';
import { setImmediate } from 'node:timers/promises';
import type { DeliveryEnd, SummaryTask } from '../between-threads/protocol.js';
import type { SessionFiles } from '../outbox/format/session-files.js';
import type { Redaction } from '../result/masking/redaction.js';
import { linkTo } from './session-report.js';

/**
 * Adds a session that is over to the page of a CI job. Its code is loaded only now. Never throws.
 * @param end how its delivery ended
 * @returns why the page could not be written
 */
export async function summarizeSession(
  { path, root, history, defaultBranch, reportUrl, runUrl, gate }: SummaryTask,
  files: SessionFiles | undefined,
  redaction: Redaction,
  { state, left }: Pick<DeliveryEnd, 'state' | 'left'>,
): Promise<string | undefined> {
  try {
    if (files === undefined) throw new Error('the results could not be stored');
    const [{ newFailuresOf, pageFor, readKnownFailures, readRun, spaceIn, today }, { JournalSource }, { maskingOf }] =
      await Promise.all([
        import('@testpoint/report'),
        import('../report/journal-source.js'),
        import('../report/masking.js'),
      ]);
    const run = await readRun([new JournalSource(files, root)], {
      masking: maskingOf(redaction),
      runOf: () => linkTo(state.runId, runUrl),
      pause: () => setImmediate(),
    });
    try {
      const page = pageFor(
        {
          ...{ run, reportUrl, gate, known: readKnownFailures(root, today()), waiting: left > 0 ? 1 : 0 },
          newFailures:
            history !== undefined && existsSync(history) ? await newFailuresOf(history, run, defaultBranch) : undefined,
          lacks: run.incompleteness(),
        },
        spaceIn(path),
      );
      appendFileSync(path, `${page}\n`);
      return undefined;
    } finally {
      run.close();
    }
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
