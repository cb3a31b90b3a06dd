import { existsSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { hasOwnSuite, listReportable, type Settings } from '@testpoint/core/cli';
import { pageOf, type Run } from '@testpoint/report';
import { globSync } from 'tinyglobby';
import { absolute, invocation, shortened } from './invocation.js';
import { readsFolder, recordedThere } from './messages.js';
import { outboxOf, REPORT_FOLDER, reportFolder, resolveForCommand, type SettingsOptions } from './settings.js';
import { counted, paintError, say } from './terminal.js';

/** A suite's folder in which something was recorded. */
export interface RecordedFolder {
  root: string;
  outbox: string;
  report: string;
  /** The last session in the outbox, or the report if that is newer. */
  newest: string;
  /** When that was written, epoch milliseconds. */
  at: number;
}

/**
 * Where suites have recorded: this folder, and those below it. A report here that was made of others before they recorded again
 * does not count.
 */
export function recordedFolders(options: SettingsOptions): {
  here: RecordedFolder | undefined;
  below: RecordedFolder[];
} {
  const here = recordedIn(options);
  if (options.root !== undefined) return { here, below: [] };
  const known = new Set([here?.outbox, here?.report]);
  const below = foldersBelow()
    .flatMap((root) => recordedIn({ root }) ?? [])
    .filter(({ outbox, report }) => !known.has(outbox) && !known.has(report));
  return { here: here && isMadeOfOthers(here, below) ? undefined : here, below };
}

/** Whether it is only a report, which `report` made of others before they recorded again. */
function isMadeOfOthers({ outbox, at }: RecordedFolder, below: readonly RecordedFolder[]): boolean {
  return listReportable(outbox).length === 0 && !hasOwnSuite(outbox) && below.some((other) => other.at > at);
}

/**
 * The options of a command that reads the last run: those of the only folder in which something was recorded, if that is one
 * below.
 */
export function atOnlyFolder<T extends SettingsOptions>(inputs: readonly string[], options: T): T {
  if (inputs.length > 0) return options;
  const { here, below } = recordedFolders(options);
  const [only, ...others] = below;
  if (here !== undefined || only === undefined || others.length > 0) return options;
  say(paintError.dim(readsFolder(describe(only))));
  return { ...options, root: only.root };
}

type Place = Pick<RecordedFolder, 'root' | 'at'>;
type OutboxPlace = Pick<RecordedFolder, 'root' | 'outbox' | 'at'>;

/** Names folders with their ages. */
export function sayFolders(folders: readonly Place[], message: (names: string) => string): void {
  if (folders.length > 0) say(paintError.dim(message(namesOf(folders))));
}

export function namesOf(folders: readonly Place[]): string {
  return folders.map(describe).join(', ');
}

function describe({ root, at }: Place): string {
  return recordedThere(shortened(root), age(Date.now() - at));
}

/** Whether sessions are of one run of the service, or of one job of a CI system. */
export function areOfOneRun({ sessions }: Run): boolean {
  const [first] = sessions;
  const isSame = (keyOf: (session: Run['sessions'][number]) => string | undefined) =>
    first !== undefined && keyOf(first) !== undefined && sessions.every((one) => keyOf(one) === keyOf(first));
  return isSame(({ runId }) => runId) || isSame(({ ci }) => ci?.jobUrl);
}

function recordedIn(options: SettingsOptions): RecordedFolder | undefined {
  const root = absolute(options.root ?? '.');
  const resolved = resolveForCommand(options, 'report');
  const settings: Readonly<Partial<Settings>> = resolved.state === 'off' ? {} : resolved.settings;
  const outbox = outboxOf(options, resolved);
  const report = reportFolder(options, settings);
  const written = listReportable(outbox).map((folder) => ({ path: outbox, at: startOf(folder) }));
  const page = pageOf(report);
  if (page !== undefined) written.push({ path: report, at: statSync(page).mtimeMs });
  const newest = written.reduce<(typeof written)[number] | undefined>(
    (latest, one) => (latest === undefined || one.at >= latest.at ? one : latest),
    undefined,
  );
  return newest && { root, outbox, report, newest: newest.path, at: newest.at };
}

/** When a session began, by the name of its folder. */
function startOf(folder: string): number {
  const [, ...parts] = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)-/.exec(basename(folder)) ?? [];
  const [year, month, day, ...time] = parts.map(Number);
  if (year === undefined || month === undefined) return statSync(folder).mtimeMs;
  return Date.UTC(year, month - 1, day, ...time);
}

/** Where an outbox has a file: in this folder, and in those below. */
export function outboxesWith(options: SettingsOptions, pathIn: (outbox: string) => string): OutboxPlace[] {
  const own = outboxOf(options);
  const roots = new Map([[own, absolute(options.root ?? '.')]]);
  if (options.root === undefined) {
    for (const root of foldersBelow()) {
      const outbox = outboxOf({ root });
      if (!roots.has(outbox)) roots.set(outbox, root);
    }
  }
  return [...roots].flatMap(([outbox, root]) => {
    const at = statSync(pathIn(outbox), { throwIfNoEntry: false })?.mtimeMs;
    return at === undefined ? [] : [{ root, outbox, at }];
  });
}

/** Folders below that look like a suite's: a framework may report in one of them, such as that of its configuration. */
export function foldersBelow(): string[] {
  const names = ['.testpoint', REPORT_FOLDER, 'testpoint.config.*'];
  const patterns = names.flatMap((name) => ['*', '*/*', '*/*/*'].map((folder) => `${folder}/${name}`));
  const cwd = invocation().folder;
  const found = globSync(patterns, { cwd, onlyFiles: false, expandDirectories: false, ignore: ['**/node_modules/**'] });
  return [...new Set(found.map((path) => dirname(path.replace(/\/$/, ''))))].sort().map((folder) => join(cwd, folder));
}

const UNITS = [
  [86_400_000, 'day'],
  [3_600_000, 'hour'],
  [60_000, 'minute'],
  [1000, 'second'],
] as const;

function age(milliseconds: number): string {
  const [size, name] = UNITS.find(([unit]) => milliseconds >= unit) ?? [1000, 'second'];
  return `${counted(Math.max(0, Math.floor(milliseconds / size)), name)} ago`;
}
