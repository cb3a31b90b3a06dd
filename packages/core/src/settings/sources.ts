import type { Framework, Host } from '@testpoint/frameworks/framework';
import type { Environment } from './ci.js';
import { loadConfigFile } from './config-file.js';
import * as say from './messages.js';
import { misspelledKey, nearestKey } from './nearest-key.js';
import { isOptionKey, OPTION_KEYS, OPTIONS, type OptionKey } from './option-table.js';
import { describe, isNameMap, shown, withoutUndefined } from './plain-values.js';
import type { SettingProblem } from './problems.js';

/** The input of `resolveSettings`. */
export interface SettingsInput {
  /** The reporter's options from the user. */
  options: unknown;
  /** Folder of the suite: paths in options are relative to it, and the config file is searched for here. */
  idRoot: string;
  /** Working directory: the config file is searched for here next, and paths in the environment are relative to it. */
  cwd: string;
  env: Environment;
  /** Options from a command line, which override everything else. */
  commandLine?: Readonly<Partial<Record<OptionKey, unknown>>>;
  /** The framework whose reporter's options they are. */
  framework?: Partial<Framework>;
  /** All frameworks, whose reporters share the config file. */
  hosts?: readonly Host[];
  /** The shard, if this is one of several; both numbers start at 1. */
  shard?: { current: number; total: number };
  /**
   * The purpose of the settings: 'results' (needs a run and a configuration, or a report), only 'service' (needs URL and
   * key), or only 'report'. Default 'results'.
   */
  purpose?: 'results' | 'service' | 'report';
}

/** One unparsed value, and its origin. */
export interface RawValue {
  value: unknown;
  origin: string;
  /** Folder that its relative paths are based on. */
  directory: string;
  /** Whether it is from `testpoint.config.*`, to which all its paths are relative. */
  isInFile?: boolean;
}

/** One source of settings. */
interface Source {
  /** Whether a framework package's own options are valid here. They are valid only in reporter options. */
  takesOwn: boolean;
  origin: string;
  directory: string;
  values: Record<string, unknown>;
}

/** How many of its letters may be wrong in a name that may be another tool's: mochawesome's `reportDir` is not our `report`. */
const FOREIGN_SHARE = 1 / 4;

/** These mask or name results. Two wrong letters are a mistake even in a name that may be another tool's: `redcat`. */
const MASKING_OR_NAMING: readonly OptionKey[] = ['redact', 'externalId', 'projectInId', 'configurations'];

/** The unparsed settings: environment over reporter options over config file. */
export class SettingSources {
  readonly problems: SettingProblem[] = [];
  /** Options that only this framework's reporter has, unchecked. */
  readonly extra: Record<string, unknown> = {};
  /** Config files that are not read. */
  readonly warnings: string[] = [];
  /** Keys under a wrong name. */
  readonly strayKeys: string[];
  #input: SettingsInput;
  #sources: Source[] = [];

  constructor(input: SettingsInput) {
    this.#input = input;
    this.strayKeys = misspelledVariables(input.env).flatMap(({ name, nearest }) =>
      OPTIONS.secretKey.environment.includes(nearest) ? (input.env[name] ?? []) : [],
    );
    this.#add({ takesOwn: true, origin: 'reporter options', directory: input.idRoot, values: {} }, input.options ?? {});
  }

  /** Adds the config file, if there is one. */
  readConfigFile(): void {
    const file = loadConfigFile([this.#input.idRoot, this.#input.cwd]);
    if (file === undefined) return;
    if ('message' in file) {
      this.problems.push(file);
      return;
    }
    const { path, directory, options, ignored } = file;
    for (const other of ignored) this.warnings.push(say.otherConfigFile(other, path));
    this.#add({ takesOwn: false, origin: `file ${path}`, directory, values: {} }, options);
  }

  /** The value that wins. An empty string counts as not set, because CI systems use it for what they can't resolve. */
  find(key: OptionKey): RawValue | undefined {
    const given = this.#input.commandLine?.[key];
    if (given !== undefined) return { value: given, origin: 'command line', directory: this.#input.cwd };
    for (const name of OPTIONS[key].environment) {
      const value = this.#input.env[name];
      if (value !== undefined && value !== '')
        return { value, origin: `environment ${name}`, directory: this.#input.cwd };
    }
    for (const { values, origin, directory, takesOwn } of this.#sources) {
      const value = values[key];
      if (value !== undefined && value !== null && value !== '')
        return { value, origin, directory, isInFile: !takesOwn };
    }
    return undefined;
  }

  /** The name of a variable that should have set the option, but is empty. */
  emptyVariable(key: OptionKey): string | undefined {
    if (this.find(key) !== undefined) return undefined;
    return OPTIONS[key].environment.find((name) => this.#input.env[name] === '');
  }

  /** Every value of an option, including overridden ones. */
  texts(key: OptionKey): string[] {
    const values: unknown[] = OPTIONS[key].environment.map((name) => this.#input.env[name]);
    for (const source of this.#sources) values.push(source.values[key]);
    return values.filter((value) => typeof value === 'string');
  }

  #add(source: Source, options: unknown): void {
    const { origin, takesOwn } = source;
    let values: unknown;
    try {
      // Getters run the user's code, which may throw.
      values = withoutUndefined(options);
    } catch (error) {
      const key = takesOwn ? 'options' : 'config file';
      const message = say.optionsNotRead(describe(error));
      this.problems.push({ key, origin, message, stops: 'recording' });
      return;
    }
    if (!isNameMap(values)) {
      const message = say.optionsNotAnObject(shown(values));
      // A list may contain `redact`, a word can't.
      const stops = takesOwn && typeof values !== 'object' ? undefined : 'recording';
      this.problems.push({ key: 'options', origin, message, stops });
      return;
    }
    const { hosts = [], framework: { ownOptions = [], sharesOptions = false } = {} } = this.#input;
    for (const [key, value] of Object.entries(values)) {
      if (isOptionKey(key)) continue;
      const owner = takesOwn ? undefined : hosts.find((host) => host.ownOptions?.includes(key));
      if (owner !== undefined) this.problems.push(misplacedKey(key, origin, owner));
      else if (!takesOwn || !ownOptions.includes(key)) this.#addUnknown(key, value, origin, takesOwn && sharesOptions);
      else if (!Object.hasOwn(this.extra, key)) this.extra[key] = value;
    }
    this.#sources.push({ ...source, values });
  }

  #addUnknown(key: string, value: unknown, origin: string, mayBeForeign: boolean): void {
    const known = [...OPTION_KEYS, ...(this.#input.framework?.ownOptions ?? [])];
    const nearest = mayBeForeign
      ? (misspelledKey(key, known, FOREIGN_SHARE) ?? misspelledKey(key, MASKING_OR_NAMING, 0, 2))
      : nearestKey(key, known);
    if (mayBeForeign && nearest === undefined) return;
    const message = nearest === undefined ? say.unknownOption : say.misspelledOption(nearest);
    const problem = { key, origin, message };
    if (nearest === undefined || !isOptionKey(nearest)) {
      this.problems.push(problem);
      return;
    }
    if (nearest === 'secretKey' && typeof value === 'string') this.strayKeys.push(value);
    // If a source that wins sets the option, the misspelled one would have no effect anyway.
    const stops = this.find(nearest) === undefined ? OPTIONS[nearest].stops : undefined;
    this.problems.push({ ...problem, option: nearest, stops });
  }
}

function misplacedKey(key: string, origin: string, { name }: Host): SettingProblem {
  return { key, origin, message: say.optionOfOneReporter(name) };
}

/** Unknown variables that resemble ours, with the name that was probably meant. */
export function misspelledVariables(env: Environment): { name: string; nearest: string }[] {
  const known = [...OPTION_KEYS.flatMap((key) => [...OPTIONS[key].environment]), 'TMS_DISABLED'];
  return Object.keys(env).flatMap((name) => {
    if (!name.startsWith('TMS_') || known.includes(name) || !env[name]) return [];
    const nearest = misspelledKey(name, known, FOREIGN_SHARE);
    return nearest === undefined ? [] : [{ name, nearest }];
  });
}
