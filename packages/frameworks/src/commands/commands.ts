import type { Framework } from '../framework.js';
import type { ConfigValue, Data } from './config-value.js';

/** A change that only the user can make. */
export interface ByHand {
  /** The file to change, or the file that is in the way; relative to the project. */
  file: string;
  why: string;
  /** Set if the file is certainly wrong. Otherwise, we can't tell. */
  isWrong?: true;
  /** The lines to write there. */
  paste: string[];
  /** Set if the lines replace what the file exports. */
  isExport?: true;
}

/** A change that the user has to make in the configuration at hand, with the members to write there. */
export interface Obstacle extends Pick<ByHand, 'why' | 'isWrong'> {
  paste: Readonly<Record<string, Data>>;
}

/** Properties of a project that new files depend on. */
interface Surroundings {
  /** Whether `.js` files are ES modules. */
  isModule: boolean;
  /** How checkers know Node's `process`. */
  process: string;
}

/** A program that runs a framework by itself, and does not read the framework's own configuration. */
export interface OtherProgram {
  title: string;
  /** The package that a project with it names. */
  package: string;
  /** A package with which it runs another framework. */
  unless?: string;
  /** Its command in scripts. */
  command: RegExp;
  /** Its command, if projects usually have no script for it. */
  byHand?: readonly string[];
  /** Where our lines belong: its files, as a pattern, the place in them, and the lines. */
  place?: { files: string; name: string; paste: string };
  /** How it writes results in a format that can be imported, if it takes no reporter of ours. */
  results?: string;
}

/** What the commands `init`, `doctor` and `exec` need to know of a framework, and suites don't. */
export interface FrameworkCommands {
  /** Its commands, as a pattern, if there are others than its name. */
  commands?: string;
  /** What Node runs for its command, without an extension, as a pattern. */
  program: string;
  /** The option of its command that takes a part of the tests, with a value like `1/2`. */
  shards?: {
    option: string;
    /** The oldest version with it, if others are supported. */
    since?: string;
    /** Arguments after which the command reads it. Default: all. */
    after?: RegExp;
    /** What makes the command succeed if its part is empty. */
    whenEmpty?: string;
  };
  /** Commands that a machine needs before it can run the tests. */
  preparation?: string;
  /** What ends the watch mode in which a script starts: nothing is reported while watching. */
  endsWatching?: readonly (readonly [script: RegExp, option: string])[];
  /** Other packages of the framework, with the same command and the same version, as a pattern. */
  editions?: RegExp;
  /** A package whose command runs a framework of its own: in scripts that match, and what to do if that is too old. */
  carrier?: { package: string; script: RegExp; newest: string; remedy: string };
  /** Names of its configuration files, in the order in which it looks for them. */
  configFiles: readonly string[];
  /** Set if it finds only the first of these names, and its users run it with each of them. */
  usesEachFile?: true;
  /**
   * Set if it also looks in the folders above: whether the nearest folder with any of the names wins, or the first of the
   * names, however far away. @param version undefined if it is not installed
   */
  looksAbove?(version: string | undefined): 'nearest folder' | 'first name';
  /** Key of package.json that may hold the configuration. */
  packageKey?: string;
  /** A package whose command runs the framework, with no other settings than those at that key. */
  readsManifest?: string;
  /** Programs that run it with a configuration of their own. Others may do so, too. */
  runBy?: readonly OtherProgram[];
  /** Options of its command that name a configuration file, the folder in which it is found, and reporters instead of its own. */
  options: { config: RegExp; folder?: RegExp; reporter: RegExp };
  /** An option with which the command does not read the reporters of its configuration, and what to add to it then. */
  withoutConfig?: { option: RegExp; added: string | ((given: string) => string) };
  /** Such an option for the reporters, with ours added. @param option it, with its value @param given all arguments */
  withReporter(option: string, value: string, given: string): string;
  /**
   * What a file with such a name, which other tools may have, too, is to the framework: it has settings of its own, there is
   * a place for them, it is a project of a configuration elsewhere, or nothing. Default: its own.
   */
  contentOf?(file: string, text: () => string): 'own' | 'place' | 'project' | 'nothing';
  /** Types that a configuration in TypeScript needs if it is only a place for the framework's settings. */
  types?: string;
  /** Packages that refer to the types of Node. */
  typesOfNode?: readonly string[];
  /** Adds our lines to a configuration. @returns what could not be added */
  setUp(root: ConfigValue, namesOfReporter: readonly string[]): Obstacle[];
  /** Folders or files with configurations of their own that a configuration names, as patterns, and what those need. */
  projects?: { of(root: ConfigValue): string[]; setUp(root: ConfigValue): Obstacle[] };
  /** The configuration of a project that has none. Missing if only its command is configured. */
  newConfig?(surroundings: Surroundings): { file: string; text: string };
  /** The key of the configuration that names our setup file, if there is one. */
  setupKey?: string;
  /** Reads the configuration as the framework does. The folder is the working folder. */
  evaluate(project: EvaluatedProject): Promise<EvaluatedConfig> | EvaluatedConfig;
}

/** A framework, for the commands. */
export interface SuiteFramework extends Framework, FrameworkCommands {
  /** Our package for it. */
  reporter: string;
}

/** A project in which a framework is installed, in a process of its own. */
export interface EvaluatedProject {
  root: string;
  /** Requires and resolves like the project's own modules. */
  require: NodeJS.Require;
  /** The package of the framework. */
  dependency: string;
  /** The configuration; undefined for the one that the framework finds. */
  file: string | undefined;
  /** Whether the `.js` files of a folder are ES modules. */
  isModule(folder: string): boolean;
  /** @returns what the command printed. @throws with what it printed, if it fails */
  run(args: readonly string[]): string;
  /** The options of our entries in a list of reporters, which are names, or names with options. */
  oursIn(reporters: readonly unknown[]): Record<string, unknown>[];
  /** What is wrong with our reporters for other frameworks in a list. */
  foreignIn(reporters: readonly unknown[]): string[];
  /** Whether an entry of a list, a name or a path, leads to a module of ours. */
  isOurs(entry: unknown, ours: string): boolean;
}

/** What a framework makes of its configuration. */
export interface EvaluatedConfig {
  /** The options of each entry of our reporter. */
  ours: Record<string, unknown>[];
  /** Keys of the configuration that name our setup file; empty for frameworks without one. */
  setupKeys: string[];
  /** Projects that lack our setup file. */
  withoutSetup?: string[];
  /** What is certainly wrong. */
  problems: string[];
}

/** An option of a command in a script of package.json: its name and its value, with quotes around it. */
export function commandOption(...names: string[]): RegExp {
  return new RegExp(
    `(?:^|\\s)(?:${names.join('|')})(?:[= ]\\s*(?<value>"[^"]*"|'[^']*'|[^\\s"'-][^\\s"']*))?(?=\\s|$)`,
  );
}

/** A value as a list: none, itself, or its entries. */
export function asList(value: unknown): unknown[] {
  if (value === undefined || value === null) return [];
  return Array.isArray(value) ? value : [value];
}
