import type { Environment } from './ci.js';
import { loadConfigFile } from './config-file.js';
import { nearestKey } from './nearest-key.js';
import { isOptionKey, OPTION_KEYS, OPTIONS, type OptionKey } from './option-table.js';
import { isObject, shown } from './plain-values.js';
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
  /** Short name of the framework whose reporter's options they are. */
  framework?: string;
  /** Set in one shard of several. */
  shard?: { current: number; total: number };
  /**
   * The caller's own option names; 'any' accepts every name that is not similar to one of ours, for callers that know no
   * framework.
   */
  extraKeys?: readonly string[] | 'any';
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
}

/** One source of settings. */
interface Source {
  /** Whether a framework package's own options are valid here. They are valid only in reporter options. */
  takesOwn: boolean;
  origin: string;
  directory: string;
  values: Record<string, unknown>;
}

/** The packages whose reporters have these options. */
const REPORTERS: Readonly<Record<string, string>> = {
  console: '@testpoint/mocha',
  consoleOptions: '@testpoint/mocha',
  maskInput: '@testpoint/playwright',
};

/** The unparsed settings: environment over reporter options over config file. */
export class SettingSources {
  readonly problems: SettingProblem[] = [];
  /** The callers' own options. */
  readonly extra: Record<string, unknown> = {};
  /** Config files that are not read. */
  readonly warnings: string[] = [];
  #input: SettingsInput;
  #sources: Source[] = [];

  constructor(input: SettingsInput) {
    this.#input = input;
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
    for (const other of ignored) this.warnings.push(`${other} is ignored, because ${path} is used. Keep only one.`);
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
    for (const { values, origin, directory } of this.#sources) {
      const value = values[key];
      if (value !== undefined && value !== null && value !== '') return { value, origin, directory };
    }
    return undefined;
  }

  /** Every value of an option, including overridden ones. */
  texts(key: OptionKey): string[] {
    const values: unknown[] = OPTIONS[key].environment.map((name) => this.#input.env[name]);
    for (const source of this.#sources) values.push(source.values[key]);
    return values.filter((value) => typeof value === 'string');
  }

  #add(source: Source, options: unknown): void {
    const { origin, takesOwn } = source;
    if (!isObject(options)) {
      this.problems.push({
        key: 'options',
        origin,
        message: `${shown(options)} is not an object. Give an object of options.`,
      });
      return;
    }
    const own = this.#input.extraKeys ?? [];
    for (const [key, value] of Object.entries(options)) {
      if (isOptionKey(key)) continue;
      const isOwn = own === 'any' ? nearestKey(key, OPTION_KEYS) === undefined : own.includes(key);
      const reporter = REPORTERS[key];
      if (!takesOwn && reporter !== undefined) this.problems.push(misplacedKey(key, origin, reporter));
      else if (!isOwn || !takesOwn) this.problems.push(unknownKey(key, origin, own === 'any' ? [] : own));
      else if (!Object.hasOwn(this.extra, key)) this.extra[key] = value;
    }
    this.#sources.push({ ...source, values: options });
  }
}

function misplacedKey(key: string, origin: string, reporter: string): SettingProblem {
  const message = `it has no effect in a config file, which all frameworks share. Move it to the options of ${reporter}.`;
  return { key, origin, message };
}

function unknownKey(key: string, origin: string, own: readonly string[]): SettingProblem {
  const nearest = nearestKey(key, [...OPTION_KEYS, ...own]);
  const fix = nearest === undefined ? 'Remove it.' : `Did you mean ${nearest}?`;
  return { key, origin, message: `there is no such option. ${fix}` };
}

/** Unknown variables that resemble ours, with the name that was probably meant. */
export function misspelledVariables(env: Environment): { name: string; nearest: string }[] {
  const known = [...OPTION_KEYS.flatMap((key) => [...OPTIONS[key].environment]), 'TMS_DISABLED'];
  return Object.keys(env).flatMap((name) => {
    if (!name.startsWith('TMS_') || known.includes(name) || !env[name]) return [];
    const nearest = known.find((candidate) => plain(candidate) === plain(name));
    return nearest === undefined ? [] : [{ name, nearest }];
  });
}

function plain(name: string): string {
  return name.replace(/_/g, '').toLowerCase();
}
