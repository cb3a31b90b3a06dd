import { statSync } from 'node:fs';
import {
  formatProblems,
  type ResolvedSettings,
  resolveSettings,
  type Settings,
  type SettingsInput,
} from '@testpoint/core/cli';
import { type Framework, frameworks } from '@testpoint/frameworks';
import { CommandFailure, EXIT } from './failure.js';
import { absolute, invocation } from './invocation.js';
import * as messages from './messages.js';
import { paintError, say } from './terminal.js';

/** The default folder of a report. */
export const REPORT_FOLDER = 'testpoint-report';

/** Options of every command that needs settings. */
export interface SettingsOptions {
  /** The suite's folder. */
  root?: string;
}

/** @throws CommandFailure if the path is not a folder */
export function suiteFolder({ root }: SettingsOptions): string {
  const folder = absolute(root ?? '.');
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true) {
    throw new CommandFailure(messages.noSuiteFolder(folder), EXIT.usage);
  }
  return folder;
}

/**
 * Settings from the environment and the suite's config file, with the command line overriding both.
 *
 * @param reporter whose options count, too
 */
export function resolveForCommand(
  options: SettingsOptions,
  purpose: 'results' | 'service' | 'report',
  commandLine: NonNullable<SettingsInput['commandLine']> = {},
  reporter?: { framework: Framework; options: Record<string, unknown> },
  env: NodeJS.ProcessEnv = invocation().env,
): ResolvedSettings {
  return resolveSettings({
    options: reporter?.options ?? {},
    ...(reporter !== undefined && { framework: reporter.framework }),
    hosts: Object.values(frameworks),
    idRoot: suiteFolder(options),
    // A reporter runs in the suite's folder.
    cwd: reporter === undefined ? invocation().folder : suiteFolder(options),
    env,
    commandLine,
    purpose,
  });
}

/** @throws CommandFailure if there is no key or a setting is wrong */
export function requireSettings(
  options: SettingsOptions,
  commandLine: NonNullable<SettingsInput['commandLine']> = {},
): Settings {
  const resolved = resolveForCommand(options, 'service', commandLine);
  if (resolved.state === 'on') {
    for (const warning of resolved.warnings) say(paintError.dim(`Testpoint: ${warning}`));
    return resolved.settings;
  }
  throw new CommandFailure(
    resolved.state === 'off'
      ? `Reporting is ${resolved.reason}.`
      : messages.wrongSettings(formatProblems(resolved.problems)),
    EXIT.usage,
  );
}

/**
 * The settings of a command that reads results. They are available without a key.
 * @param failure what does not happen without them, such as "No report"
 * @throws CommandFailure if the secrets to mask are unknown, or a rule of the gate is wrong
 */
export function reportSettings(options: SettingsOptions, failure: string): Readonly<Partial<Settings>> {
  const resolved = resolveForCommand(options, 'report');
  if (resolved.state === 'off') return {};
  // Without them, the command would show what it must mask.
  const unknown =
    resolved.state === 'on'
      ? []
      : resolved.problems.filter(
          ({ option, stops }) => option === 'redact' || (option === undefined && stops === 'recording'),
        );
  if (unknown.length === 0) return resolved.settings;
  throw new CommandFailure([messages.secretsUnknown(failure), ...formatProblems(unknown)].join('\n'), EXIT.usage);
}

/** The folder of a suite's outbox. Needs no key, and ignores wrong settings. */
export function outboxOf(options: SettingsOptions, resolved = resolveForCommand(options, 'service')): string {
  const named = resolved.state === 'off' ? invocation().env.TMS_OUTBOX_DIR : resolved.settings.outboxDir;
  return absolute(options.root ?? '.', named || '.testpoint');
}

/** The folder of a suite's report. */
export function reportFolder({ root = '.' }: SettingsOptions, { report }: Readonly<Partial<Settings>>): string {
  return absolute(root, report || REPORT_FOLDER);
}

/** The file of the history, if there is one. */
export function historyFile(
  { root = '.', history }: SettingsOptions & { history?: string },
  { reportHistory }: Readonly<Partial<Settings>>,
): string | undefined {
  if (history !== undefined) return absolute(history);
  return reportHistory === undefined ? undefined : absolute(root, reportHistory);
}
