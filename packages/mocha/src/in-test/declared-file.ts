/** A worker declares its file before the first test. Mocha itself does not report tests that did not run. */
export interface DeclaredFile {
  /** Absolute. */
  file: string;
  /** Mocha's id of the worker: `0` is the first one. */
  worker?: string | undefined;
  /** In declaration order. */
  tests: DeclaredTest[];
}

export interface DeclaredTest {
  id: string;
  titlePath: string[];
  /** Ids of the enclosing suites, from the root on. */
  suites: string[];
  /** Whether its author skips it. */
  skipped?: true;
  /** Its number among the tests of the file with equal titles, if it is not the first. */
  occurrence?: number;
}
