/** The setup file sends this for a test file before its tests run, as the channel's `file` message. */
export interface DeclaredFile {
  /** Identifies this run of the file. */
  run: string;
  /** Absolute. */
  file: string | undefined;
  /** Titles of every test, in declaration order. */
  tests: string[][];
  /** Indexes of the tests that will not run. */
  skipped: number[];
  /** Indexes of the tests that are expected to fail. Jest 29 does not tell its reporters. */
  failing: number[];
  /** Jest's id of the worker. `1` is the first one, or Jest's own process. */
  worker: string | undefined;
}
