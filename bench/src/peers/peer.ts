export type Framework = 'playwright' | 'jest' | 'vitest' | 'mocha';

/** What the suites attach: so many bytes of ASCII text with spaces in it (Qase takes text without any for base64). */
export const ATTACHMENT_BYTES = 2_048;

/** A family of reporters that users could take instead of ours, set up as its documentation says. */
export interface Peer {
  name: 'allure' | 'qase' | 'reportportal';
  /** Those that it has a reporter for. */
  frameworks: readonly Framework[];
  /** What it does not do, or does otherwise, with what the suites give it: a sentence for the table. */
  limits: Partial<Record<Framework, string>>;
  /**
   * Starts what its reporters deliver to, empty, in this process.
   * @param options.latency how long each request waits for its answer, in milliseconds
   * @param options.folder an empty folder of the run's own, for what the reporters write
   */
  startService(options: { latency: number; folder: string }): Promise<PeerService>;
  wire(framework: Framework, service: { url: string; folder: string }): Wiring;
}

export interface PeerService {
  /** Where the reporters send to; empty for one that only writes files. */
  url: string;
  delivered(): Promise<Delivered>;
  close(): Promise<void>;
}

/** What arrived since the service started. */
export interface Delivered {
  /** Tests that ended with a status, each once. */
  results: number;
  /** Of {@link ATTACHMENT_BYTES} bytes, at a result that arrived; the same content at the same test counts once. */
  attachments: number;
  /** For a reporter that writes files, the files. */
  requests: number;
  /** Received on the sockets, headers included; for a reporter that writes files, the bytes of the files. */
  bytes: number;
}

/** What a framework's configuration and environment need. Modules are named as users name them. */
export interface Wiring {
  /** Mocha's options are its `reporterOptions`. Absent where no reporter is needed: Allure in Jest is a test environment. */
  reporter?: readonly [module: string, options: Readonly<Record<string, unknown>>];
  /** Jest's `setupFilesAfterEnv`, Vitest's `setupFiles`, Mocha's `require`. */
  setupFiles?: readonly string[];
  /** Further members of the configuration; for Vitest, of its `test`. */
  config?: Readonly<Record<string, unknown>>;
  env: Readonly<Record<string, string>>;
  /**
   * Text of a module that exports `attach(name, content, test)`, which attaches text through the peer's own API: CommonJS
   * for Jest and Mocha, ESM for Vitest, whose `test` is the test's context. Absent for Playwright, whose tests use
   * `testInfo.attach`, and where the peer can't attach: see its `limits`.
   */
  attach?: string;
}
