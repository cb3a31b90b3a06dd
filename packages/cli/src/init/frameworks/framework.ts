import type { ConfigValue, Data } from '../config/config-value.js';

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

/** The facts about a framework that `testpoint init` needs. */
export interface Framework {
  name: 'playwright' | 'jest' | 'vitest' | 'mocha';
  /** Its official spelling. */
  title: string;
  /** Its commands, as a pattern, if there are others than its name. */
  commands?: string;
  /** The framework's own package. */
  dependency: string;
  /** Other packages of the framework, with the same command and the same version, as a pattern. */
  editions?: RegExp;
  /** A package whose command runs a framework of its own: in scripts that match, and what to do if that is too old. */
  carrier?: { package: string; script: RegExp; newest: string; remedy: string };
  /** Our package for it. */
  reporter: string;
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
  /** Set if other programs run it with a configuration of their own, as Stencil runs Jest, and Hardhat runs Mocha. */
  isRunByOthers?: true;
  /** Options of its command that name a configuration file, the folder in which it is found, and reporters instead of its own. */
  options: { config: RegExp; folder?: RegExp; reporter: RegExp };
  /** An option with which the command does not read the reporters of its configuration, and what to add to it then. */
  withoutConfig?: { option: RegExp; added: string };
  /** Such an option for the reporters, with ours added. @param option it, with its value */
  withReporter(option: string, value: string): string;
  /**
   * What a file with such a name, which other tools may have, too, is to the framework: it has settings of its own, there is
   * a place for them, it is a project of a configuration elsewhere, or nothing. Default: its own.
   */
  contentOf?(file: string, text: () => string): 'own' | 'place' | 'project' | 'nothing';
  /** Adds our lines to a configuration. @returns what could not be added */
  setUp(root: ConfigValue, namesOfReporter: readonly string[]): Obstacle[];
  /** Folders or files with configurations of their own that a configuration names, as patterns, and what those need. */
  projects?: { of(root: ConfigValue): string[]; setUp(root: ConfigValue): Obstacle[] };
  /** The configuration of a project that has none. */
  newConfig(surroundings: Surroundings): { file: string; text: string };
}

/** An option of a command in a script of package.json: its name and its value, with quotes around it. */
export function commandOption(...names: string[]): RegExp {
  return new RegExp(
    `(?:^|\\s)(?:${names.join('|')})(?:[= ]\\s*(?<value>"[^"]*"|'[^']*'|[^\\s"'-][^\\s"']*))?(?=\\s|$)`,
  );
}
