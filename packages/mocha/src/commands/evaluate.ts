import { pathToFileURL } from 'node:url';
import { isObject } from '@testpoint/interface/codec';
import { asList, type EvaluatedConfig, type EvaluatedProject } from '../../../frameworks/src/commands/commands.js';
import * as messages from './messages.js';

/** Mocha's own loader, which it does not document. */
export async function evaluate({ require, file, isOurs, foreignIn }: EvaluatedProject): Promise<EvaluatedConfig> {
  const major = Number.parseInt(require('mocha/package.json').version, 10);
  const { loadOptions } = require(`mocha/lib/cli/options${major >= 12 ? '.cjs' : ''}`);
  const loaded: Record<string, unknown> = loadOptions(file === undefined ? [] : ['--config', file]);
  const setupKeys = asList(loaded.require).some((item) => isOurs(item, '@testpoint/mocha/setup')) ? ['require'] : [];
  if (!isOurs(loaded.reporter, '@testpoint/mocha')) {
    const isMisplaced = asList(loaded.require).some((item) => isOurs(item, '@testpoint/mocha'));
    const misplaced = isMisplaced ? [messages.reporterInRequire] : [];
    return { ours: [], setupKeys, problems: [...foreignIn([loaded.reporter]), ...misplaced] };
  }
  const given = loaded['reporter-option'] ?? loaded.reporterOption ?? loaded.reporterOptions ?? [];
  const isUnread = major < 12 && asList(given).some(isObject);
  const problems = isUnread ? [messages.optionsAreObject(major)] : [];
  const { readReporterOptions } = await import(pathToFileURL(require.resolve('@testpoint/mocha/config')).href);
  return { ours: [readReporterOptions({ reporterOptions: given }).own], setupKeys, problems };
}
