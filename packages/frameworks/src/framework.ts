/** What a reporter needs to know of the other frameworks: each of them can load it, and shares its config file. */
export interface Host {
  /** The short name of the package: `@testpoint/<name>`. */
  name: string;
  /** Its official spelling. */
  title: string;
  /** Whether this framework made a call, by the first argument: of a reporter's constructor, or of `onInit`. */
  isLoadedBy(first: object): boolean;
  /** Names of options that only this framework's reporter has. */
  ownOptions?: readonly string[];
}

/** Everything that the repository knows of a framework, besides its adapter and its laboratory. */
export interface Framework extends Host {
  /** The framework's own package. */
  dependency: string;
  /** Set if it comes with Node, so that no project has to name the package, and its command is Node's. */
  comesWithNode?: true;
  /** The oldest version that works, and the newest tested version (docs/compatibility.md); major and minor. */
  versions: { oldest: string; newest: string };
  /** Whether the reporter's options also contain another reporter's. Unknown names then pass, unless they look like misspelled ones of ours. */
  sharesOptions?: true;
  /** The command that runs the suite, for `npx`. */
  command: readonly string[];
  /** What follows the command to run only some tests. */
  rerun(tests: TestsToRun): readonly (string | OptionWords)[];
  /** The command that shows a trace which it has recorded, for `npx`, and the packages that may contain the trace viewer. */
  traces?: { command: readonly string[]; packages: readonly string[]; viewer: string };
  /** How its messages introduce a difference, and the sign of the expected lines; besides the usual "- Expected, + Received". */
  difference?: readonly [legend: RegExp, expected: '-' | '+'];
  /** Options that every reporter has, and that have no effect in this one. */
  uselessOptions?: readonly string[];
}

/** An option of a command; left out if it has no value. */
type OptionWords = readonly [name: string, value: string | undefined];

/** Tests of one project to run again. Another test of these files with the same titles may run, too. */
export interface TestsToRun {
  /** The framework's. */
  version: string;
  project: string | undefined;
  tests: readonly { file: string; line?: number | undefined }[];
  /** The files of the tests, each once. No path begins with a dash. */
  files: readonly string[];
  /**
   * A pattern for the titles; undefined if it would be too long, so that the whole files run.
   * @param separator between the titles of describe blocks and test. Default: a space
   * @param begin the pattern's begin. Default: `^`
   */
  titles(separator?: string, begin?: string): string | undefined;
  /** A pattern for a text. */
  pattern(text: string): string;
}
