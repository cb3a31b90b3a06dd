export const FRAMEWORKS = ['playwright', 'jest', 'vitest', 'mocha'] as const;
export type Framework = (typeof FRAMEWORKS)[number];

/** A reporter family that users could take instead of ours, set up as its documentation says. */
export interface Peer {
  name: 'allure' | 'qase' | 'reportportal';
  /** Those that it has a reporter for. */
  frameworks: readonly Framework[];
  /** What it can't do there although a suite asks for it: a sentence for the table. */
  limits: Partial<Record<Framework, string>>;
  /**
   * Starts what its reporters deliver to, empty, in a process of its own.
   * @param options.latency how long each request waits for its answer, in milliseconds
   * @param options.folder an empty folder for what this service or the reporters write
   */
  startService(options: { latency: number; folder: string }): Promise<PeerService>;
  wire(framework: Framework, service: PeerService): Wiring;
}

export interface PeerService {
  /** Where the reporters send to; for one that writes files, the URL of the folder. */
  url: string;
  delivered(): Promise<Delivered>;
  close(): Promise<void>;
}

/** What arrived since the service started. */
export interface Delivered {
  /** Finished tests, each once. */
  results: number;
  attachments: number;
  /** Requests answered; for a reporter that writes files, the files. */
  requests: number;
  /** Bytes of request bodies; for a reporter that writes files, of the files. */
  bytes: number;
}

/** What a framework's configuration and environment need. Modules are names to resolve from the installation's folder. */
export interface Wiring {
  reporter: Configured;
  /** Jest's `setupFilesAfterEnv`, Vitest's `setupFiles`, Mocha's `require`. */
  setupFiles: readonly string[];
  /** Jest's `testEnvironment` and `testEnvironmentOptions`. */
  testEnvironment?: Configured;
  env: Readonly<Record<string, string>>;
  attach: AttachCode;
}

export interface Configured {
  module: string;
  options: Readonly<Record<string, unknown>>;
}

/** Test code that attaches the string in the variable `text` to the running test. */
export interface AttachCode {
  /** Import statements for the top of an ES module; `require` finds the same names with {@link AttachCode.require}. */
  import: string;
  /** The same for a CommonJS file. */
  require: string;
  /** A statement in an async test function that names what it is given: Playwright `({}, testInfo)`, Vitest `(context)`. */
  statement: string;
}
