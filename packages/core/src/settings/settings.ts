import type { LinkRecord, TestRecord } from '../model.js';

/** Checked settings with defaults filled in; the option names of the design, "Settings". Times are milliseconds. */
export interface Settings {
  /** Base address of the service, without a trailing slash. */
  url: string;
  secretKey: string;
  userName?: string;
  projectGlobalId?: number;
  testPlanGlobalId?: number;
  configurationId?: string;
  configurationGlobalId?: number;
  testRunId?: string;
  /** Default 'auto'. */
  finish: Finish;
  /** False: no run is made; where none is given, results wait in the outbox for a flush that names one. Default true. */
  createRun: boolean;
  configurations: Record<string, ConfigurationSetting>;
  /** Undefined: a named project without an entry of its own puts its name before the path. */
  projectInId?: boolean;
  testPoints?: TestPointSetting[] | 'from-tests';
  externalId: ExternalIdSetting;
  attempts: 'nested' | 'last';
  steps: { expect: boolean; api: boolean; fixtures: boolean };
  redact: (string | RegExp)[];
  links: LinkRecord[];
  parameters: Record<string, string>;
  properties: Record<string, string>;
  /** The first pattern found in a failed test's errors names its failure reason. */
  failureReasons: { pattern: string | RegExp; reason: string }[];
  /** Relative to the id root. Default `.testpoint`. */
  outboxDir: string;
  /** The most requests of a kind (results, attachments) at once. Default 32. */
  concurrency: number;
  /** How many are made at once before the service has shown that it is quick; no more than `concurrency`. Default 4. */
  startConcurrency: number;
  batchSize: number;
  flushInterval: number;
  requestTimeout: number;
  closeTimeout: number;
  onUndelivered: 'warn' | 'fail';
  durationUnit: 'seconds' | 'milliseconds';
  resultsBody: 'auto' | 'array' | 'object';
  attachmentReferences: 'guid' | 'object';
  api: 'v2' | 'legacy';
  watch: boolean;
  merge: 'skip' | 'report';
  ci: boolean;
  runUrl?: string;
  /** Days that a delivered journal is kept. Default 0. */
  keepDelivered: number;
  /** The framework packages' own options (Mocha's `console`), unchecked by core. */
  extra: Record<string, unknown>;
}

export type Finish = 'auto' | 'complete' | 'stop' | 'leave';
export type ExternalIdSetting = 'path' | 'title' | 'hash' | ((record: TestRecord) => string);
export interface ConfigurationSetting {
  /** GUID, for the newer results. */
  id?: string;
  /** Global id, for test points and legacy results. */
  globalId?: number;
}
export interface TestPointSetting {
  configurationGlobalId: number;
  testCaseGlobalId: number;
}
