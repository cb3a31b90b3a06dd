import type { ConfigValue } from '../config/config-value.js';

/** Something that only the user can write. */
export interface ByHand {
  /** File that it belongs in, or that is in the way; relative to the project. */
  file: string;
  why: string;
  /** It is plainly wrong; else it can't be told. */
  isWrong?: true;
  /** What to write there, one line each. */
  paste: string[];
}

/** An obstacle to a setting. */
export type Obstacle = Omit<ByHand, 'file'>;

/** What a project is like, as far as new files depend on it. */
interface Surroundings {
  isTypeScript: boolean;
  /** `.js` files are ES modules. */
  isModule: boolean;
}

/** What `testpoint init` knows of a framework. */
export interface Framework {
  name: 'playwright' | 'jest' | 'vitest' | 'mocha';
  /** As its makers write it. */
  title: string;
  /** The framework's own package. */
  dependency: string;
  /** Our package for it. */
  reporter: string;
  /** Names of its configuration files, in the order in which it looks for them. */
  configFiles: readonly string[];
  /** Key of package.json that may hold the configuration. */
  packageKey?: string;
  /** Options of its command that name a configuration file, and that overrule the configuration's reporters. */
  options: { config: RegExp; reporter: RegExp };
  /** Whether a file of such a name is its configuration only where it holds something of its own (vite.config). */
  isShared?(file: string): boolean;
  /** Adds our lines to a configuration. @returns what could not be added */
  setUp(root: ConfigValue, namesOfReporter: readonly string[]): Obstacle[];
  /** The configuration of a project that has none. */
  newConfig(surroundings: Surroundings): { file: string; text: string };
}

/** An option of a command in a script of package.json: its name and its value. */
export function commandOption(...names: string[]): RegExp {
  return new RegExp(`(?:^|\\s)(?:${names.join('|')})(?:[= ]\\s*(?<value>[^\\s"'-][^\\s"']*))?(?=\\s|$)`);
}
