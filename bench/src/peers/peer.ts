import { type FrameworkName, frameworks } from '@testpoint/frameworks';

export type Framework = FrameworkName;
export const FRAMEWORKS = Object.keys(frameworks) as Framework[];

/** Attachments of the suites: this many bytes of ASCII text with spaces (Qase treats text without spaces as base64). */
export const ATTACHMENT_BYTES = 2_048;

/** A family of reporters to measure: ours, or a peer that users could choose instead, set up according to its documentation. */
export interface Contestant {
  /** Its name on the command line and in the table. */
  name: string;
  /** Frameworks that it has a reporter for. */
  frameworks: readonly Framework[];
  /** Differences in how it handles the suites: a sentence for the table. */
  limits: Partial<Record<Framework, string>>;
  /**
   * Starts an empty service for its reporters in this process.
   * @param options.latency delay of each answer, milliseconds
   * @param options.folder an empty folder for this run, for files of the reporters
   */
  startService(options: { latency: number; folder: string }): Promise<PeerService>;
  wire(framework: Framework, service: { url: string; folder: string }): Wiring;
}

export interface PeerService {
  /** The address for the reporters; empty if they only write files. */
  url: string;
  delivered(): Promise<Delivered>;
  close(): Promise<void>;
}

/** Everything that has arrived since the service started. */
export interface Delivered {
  /** Number of tests that ended with a status, each counted once. */
  results: number;
  /**
   * Number of attachments of {@link ATTACHMENT_BYTES} bytes on a result that arrived. The same content on the same test
   * counts once.
   */
  attachments: number;
  /** Number of requests; for a reporter that writes files, number of files. */
  requests: number;
  /** Bytes received on the sockets, including headers; for a reporter that writes files, the size of the files. */
  bytes: number;
}

/** The members that a framework has a value for. */
export function byFramework<T>(of: (framework: Framework) => T | undefined): Partial<Record<Framework, T>> {
  return Object.fromEntries(
    FRAMEWORKS.flatMap((framework) => {
      const value = of(framework);
      return value === undefined ? [] : [[framework, value]];
    }),
  );
}

/** The additions to a framework's configuration and environment. Modules are named as users would name them. */
export interface Wiring {
  /** Absent if no reporter is needed: Allure in Jest is a test environment. */
  reporter?: readonly [module: string, options: Readonly<Record<string, unknown>>];
  setupFiles?: readonly string[];
  /** Further members of the configuration. */
  config?: Readonly<Record<string, unknown>>;
  env?: Readonly<Record<string, string>>;
  /** Absent where tests use the framework's own API, and where the peer can't attach: see its `limits`. */
  attach?: Attach;
}

/** How tests attach text through the peer's own API. */
export interface Attach {
  /** The module with the API, as `api` in the function. */
  api: string;
  /** A function of `(name, content, test)`, where `test` is the framework's context. */
  call: string;
}
