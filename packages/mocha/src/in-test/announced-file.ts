/** What a worker says of its file before the first test: Mocha itself says nothing of tests that it then does not run. */
export interface AnnouncedFile {
  /** Absolute. */
  file: string;
  /** What Mocha calls the worker: `0` is its first. */
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
  /** Its author skips it. */
  skipped?: true;
}
