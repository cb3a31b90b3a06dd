import type { LinkRecord } from '../model.js';
import type { ConfigurationSetting, ExternalIdSetting, Finish, TestPointSetting } from './settings.js';

/**
 * Options of every reporter, and of `testpoint.config.*`. Each that is a text, a number or a boolean can also be set in the
 * environment (`closeTimeout` is TMS_CLOSE_TIMEOUT), which rules over the reporter's options, which rule over the file.
 */
export interface TestpointOptions {
  /** False switches reporting off, as TMS_DISABLED=1 does. @default true */
  enabled?: boolean;
  /** Address of the service, http or https; a path in it is kept. */
  url?: string;
  /** The secret key of the user's profile, sent as it is. Without one, reporting is off. Better set as TMS_SECRET_KEY. */
  secretKey?: string;
  /** Login of the key's owner, sent along when it is set. */
  userName?: string;
  /** Project to create runs in. */
  projectGlobalId?: number;
  /** Test plan to create runs in. */
  testPlanGlobalId?: number;
  /** GUID of the configuration that results are for, unless `configurations` names another for the test's project. */
  configurationId?: string;
  /** The same configuration's global id, for test points and `api: 'legacy'`. */
  configurationGlobalId?: number;
  /** GUID of an existing run to report into. Without it a run is created. */
  testRunId?: string;
  /**
   * What becomes of the run at the end. `auto` completes a run that was created here, or stops it when interrupted, and
   * leaves a given run alone.
   * @default 'auto'
   */
  finish?: Finish;
  /**
   * False: no run is made here. Where none is given, results wait in the outbox for a `testpoint flush` that names one.
   * @default true
   */
  createRun?: boolean;
  /** Configurations by the framework's project name. */
  configurations?: Record<string, ConfigurationSetting>;
  /** Whether a project's name stands before the path in external ids. By default for projects that `configurations` does not name. */
  projectInId?: boolean;
  /** Test points of a new run: a list, a JSON file that holds one, or the test cases that the tests name. */
  testPoints?: TestPointSetting[] | 'from-tests' | (string & {});
  /** What external ids are made of, for tests without one of their own. @default 'path' */
  externalId?: ExternalIdSetting;
  /** Whether earlier attempts of a test stand in its result. @default 'nested' */
  attempts?: 'nested' | 'last';
  /** Which of the framework's own steps go in. @default all of them */
  steps?: { expect?: boolean; api?: boolean; fixtures?: boolean };
  /** What must not leave the machine besides the secret key: strings of 4 or more characters, and patterns. */
  redact?: (string | RegExp)[];
  /** Links of every result. */
  links?: LinkRecord[];
  /** Parameters of every result. */
  parameters?: Record<string, string | number | boolean>;
  /** Properties of every result. */
  properties?: Record<string, string | number | boolean>;
  /** Failure reasons by what a failed test's errors say; the first pattern that is found rules. */
  failureReasons?: {
    pattern: string | RegExp;
    reason: 'InfrastructureDefect' | 'ProductDefect' | 'TestDefect' | 'NoDefect';
  }[];
  /** Folder in which results wait for delivery. @default '.testpoint' beside the suite */
  outboxDir?: string;
  /** The most requests of a kind (results, attachments) at once, 1 to 64. @default 32 */
  concurrency?: number;
  /**
   * Requests of a kind at once in the beginning, 1 to 64; more up to `concurrency` while the service is quick. What is beyond
   * `concurrency` does not count. @default 4
   */
  startConcurrency?: number;
  /** Results in one request, 1 to 10,000. @default 100 */
  batchSize?: number;
  /** Longest that a result waits for others to be sent with, milliseconds. @default 1000 */
  flushInterval?: number;
  /** Longest that a request may take, milliseconds, 100 or more; attachments get 1 s more for each 64 KiB. @default 10000 */
  requestTimeout?: number;
  /** Longest wait for delivery after the last test while it makes progress, milliseconds; without progress it is 4.5 s. @default 30000 */
  closeTimeout?: number;
  /** Whether results that could not be delivered fail the suite. @default 'warn' */
  onUndelivered?: 'warn' | 'fail';
  /** What the service counts durations in. @default 'seconds' */
  durationUnit?: 'seconds' | 'milliseconds';
  /** Whether results go as arrays. `auto` starts with arrays, and sends objects to a service that refuses them. @default 'auto' */
  resultsBody?: 'auto' | 'array' | 'object';
  /** How a result names its attachments. @default 'guid' */
  attachmentReferences?: 'guid' | 'object';
  /** `legacy` posts to `/api/v2/testResults`. @default 'v2' */
  api?: 'v2' | 'legacy';
  /** Report in watch mode as well. @default false */
  watch?: boolean;
  /** Whether merging earlier reports reports them. @default 'skip' */
  merge?: 'skip' | 'report';
  /** Adds branch, commit and job URL as properties. @default true in CI */
  ci?: boolean;
  /** Where a run is seen in the service, with `{id}` for the run's id; printed at the end. */
  runUrl?: string;
  /** Days that delivered journals are kept, 0 to 3650. @default 0 */
  keepDelivered?: number;
}

/** Types the options of a `testpoint.config.ts` (or .js); returns them as they are. */
export function defineConfig<T extends TestpointOptions>(options: T): T {
  return options;
}
