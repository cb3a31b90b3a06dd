/** What the setup file tells of a test file before its tests run: the channel's `file`. */
export interface DeclaredFile {
  /** Names this run of the file. */
  run: string;
  /** Absolute. */
  file: string | undefined;
  /** Titles of every test, in the order of declaration. */
  tests: string[][];
  /** Places of those that are not to be run. */
  skipped: number[];
  /** What Jest calls the worker: `1` is its first, and its own process. */
  worker: string | undefined;
}
