import { listAll, listReportable, openRun, type Settings, waitingIn } from '@testpoint/core/cli';
import { pageOf, type Run } from '@testpoint/report';
import { CommandFailure, EXIT, messageOf } from './failure.js';
import { inputPaths } from './input-paths.js';
import { absolute } from './invocation.js';
import { alsoRecorded, noRunToRead, nothingRecorded, notOneRun, readsFolders, unreadableInput } from './messages.js';
import { areOfOneRun, namesOf, type RecordedFolder, recordedFolders, sayFolders } from './recorded.js';
import { outboxOf, reportSettings, type SettingsOptions } from './settings.js';

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
 * Opens outboxes, report folders and single files. Without an input: what was recorded in this folder, and what folders below
 * it have of the same run or CI job. Close the run after use.
 *
 * @param isStrict whether other folders must not be left out
 * @throws CommandFailure if there is nothing to read
 */
export async function openInput(
  inputs: readonly string[],
  options: SettingsOptions,
  settings: Readonly<Partial<Settings>>,
  isStrict = false,
): Promise<InputRun> {
  const places = inputPaths(inputs).map((path) => absolute(path));
  if (inputs.length > 0) {
    const outbox = outboxOf(options);
    // Where a pipeline makes suites record.
    if (places.length === 1 && places[0] === outbox && listAll(outbox).length === 0)
      throw new CommandFailure(nothingRecorded(outbox), EXIT.usage);
    const opened = await open(places, settings);
    const only = places.length === 1 ? inputPaths(inputs)[0] : undefined;
    const isReport = only !== undefined && (pageOf(absolute(only)) !== undefined || only.endsWith('.html'));
    return { ...opened, waiting: waitingIn(places).sessions, report: isReport ? only : undefined };
  }
  const { here, below } = recordedFolders(options);
  const all = [...(here === undefined ? [] : [here]), ...below];
  const [only, ...others] = all;
  if (only === undefined) throw new CommandFailure(noRunToRead, EXIT.usage);
  if (others.length === 0) return openFolder(only, settings);
  const together = await open(
    all.map(({ newest }) => newest),
    withSecretsOf(below, settings),
  );
  const areTogether = areOfOneRun(together.run);
  if (areTogether || (here === undefined && !isStrict)) {
    sayFolders(all, readsFolders);
    return { ...together, waiting: waitingIn(all.map(({ outbox }) => outbox)).sessions, report: undefined };
  }
  together.run.close();
  if (isStrict || here === undefined) throw new CommandFailure(notOneRun(namesOf(all)), EXIT.usage);
  sayFolders(below, alsoRecorded);
  return openFolder(here, settings);
}

/** The outbox, or the report if that has a later session. */
async function openFolder(
  { outbox, report }: RecordedFolder,
  settings: Readonly<Partial<Settings>>,
): Promise<InputRun> {
  const waiting = waitingIn([outbox]).sessions;
  const ofReport = pageOf(report) === undefined ? undefined : await open([report], settings);
  const isInOutbox = ofReport === undefined || listReportable(outbox).length > 0;
  const ofOutbox = isInOutbox ? await open([outbox], settings) : undefined;
  if (ofOutbox === undefined || (ofReport !== undefined && lastStart(ofReport.run) >= lastStart(ofOutbox.run))) {
    ofOutbox?.run.close();
    if (ofReport !== undefined) return { ...ofReport, waiting, report };
  }
  ofReport?.run.close();
  if (ofOutbox !== undefined) return { ...ofOutbox, waiting, report: undefined };
  throw new CommandFailure(noRunToRead, EXIT.usage);
}

/** With the secrets that the settings of these folders mask. */
function withSecretsOf(
  folders: readonly RecordedFolder[],
  settings: Readonly<Partial<Settings>>,
): Readonly<Partial<Settings>> {
  const redact = folders.flatMap(({ root }) => reportSettings({ root }, 'Nothing is read').redact ?? []);
  return { ...settings, redact: [...(settings.redact ?? []), ...redact] };
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

function lastStart(run: Run): number {
  return run.sessions.reduce((latest, { startedAt }) => Math.max(latest, startedAt), 0);
}
