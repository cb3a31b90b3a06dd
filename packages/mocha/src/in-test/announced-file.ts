/** A worker announces its file before the first test. Mocha itself does not report tests that did not run. */
export interface AnnouncedFile {
  /** Absolute. */
  file: string;
  /** Mocha's id of the worker: `0` is the first one. */
  worker?: string | undefined;
  root: AnnouncedSuite;
}

export interface AnnouncedSuite {
  id: string;
  title: string;
  tests: AnnouncedTest[];
  suites: AnnouncedSuite[];
}

export interface AnnouncedTest {
  id: string;
  title: string;
  /** Whether its author skips it. */
  skipped?: true;
}
