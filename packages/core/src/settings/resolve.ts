import { isAbsolute, relative, resolve, sep } from 'node:path';
import { compileRedaction, redact, SHORTEST_SECRET } from '../result/masking/redaction.js';
import { ciProperties, defaultBranchIn, detectCi } from './ci.js';
import { ineffectiveOptions } from './ineffective.js';
import { type FoundServer, findLocalServer, reportLocally } from './local-server.js';
import * as say from './messages.js';
import type { Option } from './option.js';
import { isOptionKey, OPTION_KEYS, OPTIONS, type OptionKey, type SettingKey } from './option-table.js';
import { shown } from './plain-values.js';
import type { SettingProblem } from './problems.js';
import { isForRun, weighedProblems } from './requirements.js';
import { REPORT_FOLDER } from './schemas.js';
import type { Settings } from './settings.js';
import { misspelledVariables, type RawValue, SettingSources, type SettingsInput } from './sources.js';
import { readTestPointsFile } from './test-points-file.js';

/** The origin of each setting's value in words, by option name. */
type SettingOrigins = Readonly<Partial<Record<OptionKey, string>>>;

export type ResolvedSettings =
  | {
      state: 'on';
      settings: Settings;
      origins: SettingOrigins /** One line each; reporting continues. */;
      warnings: string[];
    }
  /** Reporting is off; `reason` fits on one line. */
  | { state: 'off'; reason: string; inCi: boolean }
  /** `settings` contains the valid ones. */
  | {
      state: 'error';
      problems: SettingProblem[];
      settings: Readonly<Partial<Settings>>;
      origins: SettingOrigins;
      inCi: boolean;
    };

/**
 * Settings from the environment, the reporter's options, `testpoint.config.*` and the defaults; the first one wins. Without
 * a secret key and without a report, or when switched off, nothing is checked. Never throws.
 */
export function resolveSettings(input: SettingsInput): ResolvedSettings {
  const { purpose = 'results' } = input;
  const inCi = detectCi(input.env) !== undefined;
  const reader = new SettingReader(new SettingSources(input));
  const disabled = reader.variable(input.env.TMS_DISABLED);
  if (disabled === true) return { state: 'off', reason: say.offByVariable, inCi };
  reader.sources.readConfigFile();
  if (disabled === undefined && reader.read('enabled') === false) {
    return { state: 'off', reason: say.offByOption(reader.origins.enabled), inCi };
  }
  const isBroken = reader.sources.problems.some(({ key }) => key === 'config file');
  const local = isBroken || inCi ? undefined : localServerFor(reader, input);
  const hasKey = local !== undefined || reader.sources.find('secretKey') !== undefined;
  const emptyKey = reader.sources.emptyVariable('secretKey');
  const noKey = emptyKey === undefined ? 'no secret key' : `${emptyKey} is empty`;
  const reportOnly = !isBroken && !hasKey && (purpose === 'report' || isReportWanted(reader, input)) && noKey;
  if (!isBroken && !hasKey && reportOnly === false) {
    return {
      state: 'off',
      reason: [
        purpose === 'results' ? say.offWithoutKey(noKey) : say.offForService(noKey),
        ...misspelled(reader),
        ...warningsOf(input),
      ].join('. '),
      inCi,
    };
  }
  const settings: Partial<Settings> = { extra: reader.sources.extra, reportOnly, deliveryProblems: [] };
  for (const key of OPTION_KEYS) {
    if (key !== 'enabled') reader.readInto(settings, key);
  }
  reader.placePaths(settings, input.idRoot);
  reader.checkReportFolder(settings, input.idRoot);
  applyCi(settings, reader, input, inCi);
  maskStrayKeys(settings, reader.sources);
  if (reportOnly !== false) Object.assign(settings, { url: '', secretKey: '' });
  if (local !== undefined) {
    const isOfExec = reader.origins.testRunId?.startsWith('environment') ?? false;
    for (const key of reportLocally(settings, local, isOfExec)) {
      reader.origins[key] = `testpoint serve, file ${local.file}`;
    }
  }
  const keys = [...reader.sources.texts('secretKey'), ...reader.sources.strayKeys];
  const problems = weighedProblems(
    [...reader.sources.problems, ...reader.problems],
    settings,
    input,
    reader.sources,
  ).map((problem) => masked(problem, keys));
  const stopping = problems.filter(({ stops }) => stops !== undefined);
  if (purpose !== 'service') {
    // Nothing is sent, so a flush may name the run.
    if (stopping.some(({ option }) => isForRun(option, settings))) settings.createRun = false;
    settings.url ??= '';
    settings.secretKey ??= '';
  }
  const isStopped = stopping.some(({ stops }) => stops === 'recording' || purpose === 'service');
  if (isStopped || !isComplete(settings)) {
    return { state: 'error', problems, settings, origins: reader.origins, inCi };
  }
  settings.deliveryProblems = stopping;
  return {
    state: 'on',
    settings,
    origins: reader.origins,
    warnings: [
      ...reader.sources.warnings,
      ...problems.flatMap(({ stops, key, origin, message }) =>
        stops === undefined ? say.ignoredValue(key, origin, message) : [],
      ),
      ...warningsOf(input),
      ...shortKey(settings, reader.origins),
      ...ineffectiveOptions(settings, reader.origins, input.framework),
    ],
  };
}

/** A key that can't be used, or has a wrong name, is a secret, too. */
function maskStrayKeys(settings: Partial<Settings>, sources: SettingSources): void {
  const { redact, secretKey } = settings;
  const wrong = secretKey === undefined ? sources.find('secretKey')?.value : undefined;
  const keys = [...sources.strayKeys, ...(wrong === undefined ? [] : [String(wrong)])];
  if (redact !== undefined && keys.length > 0) settings.redact = [...redact, ...keys, ...keys.map((key) => key.trim())];
}

/** The server of `testpoint serve`, if no source says where results go. */
function localServerFor({ sources }: SettingReader, { purpose, idRoot }: SettingsInput): FoundServer | undefined {
  if (purpose === 'report' || sources.find('url') !== undefined || sources.find('secretKey') !== undefined) return;
  return findLocalServer(idRoot);
}

/** Without a key, there is only a report to make. */
function isReportWanted(reader: SettingReader, { purpose = 'results' }: SettingsInput): boolean {
  const raw = purpose === 'results' ? reader.sources.find('report') : undefined;
  const parsed = raw && OPTIONS.report.parse(raw.value);
  // A wrong value must be reported.
  return parsed !== undefined && !('value' in parsed && parsed.value === false);
}

/** The key, or the wish for a report, may be in an option with a wrong name. */
function misspelled({ sources }: SettingReader): string[] {
  return sources.problems.map(({ key, origin, message }) => `${key} (${origin}): ${message}`);
}

type SettingOptions = {
  [K in SettingKey]: Pick<Option<unknown, NonNullable<Settings[K]>>, 'parse' | 'default' | 'stops'>;
};

/** Parses values and remembers their origins and problems. */
class SettingReader {
  readonly sources: SettingSources;
  readonly origins: Partial<Record<OptionKey, string>> = {};
  readonly problems: SettingProblem[] = [];

  constructor(sources: SettingSources) {
    this.sources = sources;
  }

  /** TMS_DISABLED, the only variable that is not an option. */
  variable(value: string | undefined): boolean | undefined {
    if (value === undefined || value === '') return undefined;
    const raw = { value, origin: 'environment TMS_DISABLED', directory: '' };
    return this.#parse('TMS_DISABLED', OPTIONS.enabled, raw);
  }

  read(key: 'enabled'): boolean | undefined {
    const raw = this.sources.find(key);
    this.origins[key] = raw?.origin ?? 'default';
    return raw === undefined ? true : this.#parse(key, OPTIONS[key], raw);
  }

  readInto<K extends SettingKey>(settings: { [P in K]?: Settings[P] }, key: K): void {
    const options: SettingOptions = OPTIONS;
    const option = options[key];
    const raw = this.#contentOf(key, this.sources.find(key));
    if (raw === 'unreadable') return;
    const given = raw && this.#parse(key, option, raw);
    const value = given ?? (raw === undefined || option.stops !== 'recording' ? option.default : undefined);
    if (value === undefined) return;
    this.origins[key] = given === undefined || raw === undefined ? 'default' : raw.origin;
    settings[key] = value;
  }

  /** A path in a file is relative to it. Others, and the defaults, are relative to the id root. */
  placePaths(settings: Partial<Settings>, idRoot: string): void {
    for (const key of ['outboxDir', 'report', 'reportHistory'] as const) {
      const raw = this.sources.find(key);
      const path = settings[key];
      if (raw?.isInFile !== true || typeof path !== 'string' || path !== raw.value) continue;
      if (resolve(raw.directory) !== resolve(idRoot)) settings[key] = resolve(raw.directory, path);
    }
  }

  /** A report replaces its folder, so that must not contain the suite. A wrong folder does not cost the report. */
  checkReportFolder(settings: Partial<Settings>, idRoot: string): void {
    const { report = this.sources.find('report') && '' } = settings;
    if (typeof report !== 'string') return;
    const below = relative(resolve(idRoot, report), resolve(idRoot));
    if (isAbsolute(below) || below === '..' || below.startsWith(`..${sep}`)) return;
    if (report !== '') {
      const message = say.reportContainsSuite(shown(report));
      this.problems.push({ key: 'report', option: 'report', origin: this.origins.report ?? '', message });
    }
    settings.report = REPORT_FOLDER;
    this.origins.report = 'default';
  }

  /** Test points may be given as a file name. */
  #contentOf(key: SettingKey, raw: RawValue | undefined): RawValue | undefined | 'unreadable' {
    if (key !== 'testPoints' || typeof raw?.value !== 'string' || raw.value === 'from-tests') return raw;
    const file = readTestPointsFile(raw.value, raw.directory);
    if ('list' in file) return { ...raw, value: file.list, origin: `${raw.origin}, file ${file.path}` };
    this.problems.push({ key, option: key, origin: raw.origin, message: file.message, stops: OPTIONS[key].stops });
    return 'unreadable';
  }

  #parse<T>(
    key: string,
    { parse, stops }: Pick<Option<unknown, T>, 'parse' | 'stops'>,
    { value, origin }: RawValue,
  ): T | undefined {
    const parsed = parse(value);
    if ('value' in parsed) return parsed.value;
    for (const { below, message } of parsed.complaints) {
      this.problems.push({ key: key + below, ...(isOptionKey(key) && { option: key }), origin, message, stops });
    }
    return undefined;
  }
}

/** Branch, commit and job URL become properties of every result; the user's own properties override them. */
function applyCi(settings: Partial<Settings>, reader: SettingReader, { env }: SettingsInput, inCi: boolean): void {
  if (settings.ci === undefined) {
    settings.ci = inCi;
    reader.origins.ci = inCi ? `default, in ${detectCi(env)?.system}` : 'default';
  }
  const named = settings.defaultBranch === undefined ? defaultBranchIn(env) : undefined;
  if (named !== undefined) {
    settings.defaultBranch = named;
    reader.origins.defaultBranch = `default, in ${detectCi(env)?.system}`;
  }
  if (settings.ci) settings.properties = { ...ciProperties(env), ...settings.properties };
}

function isComplete(settings: Partial<Settings>): settings is Settings {
  return OPTION_KEYS.every((key) => {
    return key === 'enabled' || !OPTIONS[key].settled || settings[key] !== undefined;
  });
}

/** A key pasted into the wrong option must not appear in a message. */
function masked(problem: SettingProblem, secrets: readonly string[]): SettingProblem {
  const redaction = compileRedaction('', secrets);
  return { ...problem, key: redact(problem.key, redaction), message: redact(problem.message, redaction) };
}

/** Shorter ones are words of ordinary texts. */
const SHORTEST_KEY = 8;

function shortKey({ secretKey }: Settings, { secretKey: origin }: SettingOrigins): string[] {
  if (secretKey === '' || secretKey.length >= SHORTEST_KEY) return [];
  const message = secretKey.length < SHORTEST_SECRET ? say.keyTooShortToMask : say.shortKeyIsMasked;
  return [message(origin, secretKey.length)];
}

function warningsOf({ env }: SettingsInput): string[] {
  return misspelledVariables(env).map(({ name, nearest }) => say.misspelledVariable(name, nearest));
}
