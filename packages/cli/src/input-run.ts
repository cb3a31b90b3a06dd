import { listAll, listSessions, openRun, type Settings, waitingIn } from '@testpoint/core/cli';
import { pageOf, type Run } from '@testpoint/report';
import { CommandFailure, EXIT, messageOf } from './failure.js';
import { inputPaths } from './input-paths.js';
import { absolute } from './invocation.js';
import { noRunToRead, nothingRecorded, unreadableInput } from './messages.js';
import { outboxOf, reportFolder, type SettingsOptions } from './settings.js';

/** The results that a command reads. */
export interface InputRun {
  run: Run;
  /** Sentences about what can't be read. */
  lacks: readonly string[];
  /** Number of sessions whose results wait for delivery. */
  waiting: number;
  /** The report, if it was the input. */
  report: string | undefined;
}

/**
 * Opens outboxes, report folders and single files. Without an input: the suite's outbox, or its report if that has a later
 * session. Close the run after use.
 *
 * @throws CommandFailure if there is nothing to read
 */
export async function openInput(
  inputs: readonly string[],
  options: SettingsOptions,
  settings: Readonly<Partial<Settings>>,
): Promise<InputRun> {
  const outbox = outboxOf(options);
  const report = reportFolder(options, settings);
  const paths = inputPaths(inputs);
  const places = paths.map((path) => absolute(path));
  const waiting = () => waitingIn(inputs.length > 0 ? places : [outbox]).sessions;
  if (inputs.length > 0) {
    // Where a pipeline makes suites record.
    if (places.length === 1 && places[0] === outbox && listAll(outbox).length === 0)
      throw new CommandFailure(nothingRecorded(outbox), EXIT.usage);
    const opened = await open(places, settings);
    const only = paths.length === 1 ? paths[0] : undefined;
    const isReport = only !== undefined && (pageOf(absolute(only)) !== undefined || only.endsWith('.html'));
    return { ...opened, waiting: waiting(), report: isReport ? only : undefined };
  }
  const ofOutbox = listSessions(outbox).length > 0 ? await open([outbox], settings) : undefined;
  const ofReport = pageOf(report) === undefined ? undefined : await open([report], settings);
  if (ofReport !== undefined && lastStart(ofReport.run) >= lastStart(ofOutbox?.run)) {
    ofOutbox?.run.close();
    return { ...ofReport, waiting: waiting(), report };
  }
  ofReport?.run.close();
  if (ofOutbox !== undefined) return { ...ofOutbox, waiting: waiting(), report: undefined };
  throw new CommandFailure(noRunToRead, EXIT.usage);
}

async function open(
  inputs: readonly string[],
  { secretKey = '', redact = [] }: Readonly<Partial<Settings>>,
): Promise<Pick<InputRun, 'run' | 'lacks'>> {
  try {
    const { run, lacks } = await openRun({ inputs, secretKey, redact });
    return { run, lacks: [...lacks, ...run.incompleteness()] };
  } catch (error) {
    throw new CommandFailure(unreadableInput(messageOf(error)), EXIT.usage, error);
  }
}

function lastStart(run: Run | undefined): number {
  return run?.sessions.reduce((latest, { startedAt }) => Math.max(latest, startedAt), 0) ?? 0;
}
