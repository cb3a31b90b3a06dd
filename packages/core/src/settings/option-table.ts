import { flag, guid, key, login, oneOf, type Parse, runTemplate, serviceUrl, text, whole } from './parse.js';
import {
  configurations,
  externalId,
  failureReasons,
  links,
  redact,
  steps,
  stringMap,
  testPoints,
} from './parse-structured.js';
import type { Settings } from './settings.js';

/** Every option's name; `extra` is what the framework packages keep for themselves. */
export type SettingKey = Exclude<keyof Settings, 'extra'>;
export type OptionKey = SettingKey | 'enabled';

/** All that is known about one option: parsing, environment name, suggestions and `testpoint doctor` come from here. */
export interface Option<T> {
  parse: Parse<T>;
  default?: T;
  /** Environment variables that set it, the first one ruling. Objects and lists have none. */
  environment: readonly string[];
  /** Its value is never shown. */
  secret?: true;
}

const ANY_ID = whole(Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER);
const POSITIVE_ID = whole(1, Number.MAX_SAFE_INTEGER);
const HOUR = 3_600_000;

/** The options that become settings of the same name. */
export type SettingOptions = { [K in SettingKey]: Option<NonNullable<Settings[K]>> };

export const OPTIONS: SettingOptions & { enabled: Option<boolean> } = {
  enabled: { parse: flag, default: true, environment: [] },
  url: { parse: serviceUrl, environment: ['TMS_URL'] },
  secretKey: { parse: key, environment: ['TMS_SECRET_KEY', 'TMS_PRIVATE_TOKEN'], secret: true },
  userName: { parse: login, environment: ['TMS_USER_NAME'] },
  projectGlobalId: { parse: POSITIVE_ID, environment: ['TMS_PROJECT_GLOBAL_ID'] },
  testPlanGlobalId: { parse: POSITIVE_ID, environment: ['TMS_TEST_PLAN_GLOBAL_ID'] },
  configurationId: { parse: guid, environment: ['TMS_CONFIGURATION_ID'] },
  configurationGlobalId: { parse: ANY_ID, environment: ['TMS_CONFIGURATION_GLOBAL_ID'] },
  testRunId: { parse: guid, environment: ['TMS_TEST_RUN_ID'] },
  finish: { parse: oneOf('auto', 'complete', 'stop', 'leave'), default: 'auto', environment: ['TMS_FINISH'] },
  createRun: { parse: flag, default: true, environment: ['TMS_CREATE_RUN'] },
  configurations: { parse: configurations, default: {}, environment: [] },
  projectInId: { parse: flag, environment: ['TMS_PROJECT_IN_ID'] },
  testPoints: { parse: testPoints, environment: ['TMS_TEST_POINTS'] },
  externalId: { parse: externalId, default: 'path', environment: ['TMS_EXTERNAL_ID'] },
  attempts: { parse: oneOf('nested', 'last'), default: 'nested', environment: ['TMS_ATTEMPTS'] },
  steps: { parse: steps, default: { expect: true, api: true, fixtures: true }, environment: [] },
  redact: { parse: redact, default: [], environment: [], secret: true },
  links: { parse: links, default: [], environment: [] },
  parameters: { parse: stringMap, default: {}, environment: [] },
  properties: { parse: stringMap, default: {}, environment: [] },
  failureReasons: { parse: failureReasons, default: [], environment: [] },
  outboxDir: { parse: text, default: '.testpoint', environment: ['TMS_OUTBOX_DIR'] },
  concurrency: { parse: whole(1, 64, 'requests at once'), default: 32, environment: ['TMS_CONCURRENCY'] },
  startConcurrency: { parse: whole(1, 64, 'requests at once'), default: 4, environment: ['TMS_START_CONCURRENCY'] },
  batchSize: { parse: whole(1, 10_000, 'results'), default: 100, environment: ['TMS_BATCH_SIZE'] },
  flushInterval: { parse: whole(1, HOUR, 'milliseconds'), default: 1000, environment: ['TMS_FLUSH_INTERVAL'] },
  requestTimeout: { parse: whole(100, HOUR, 'milliseconds'), default: 10_000, environment: ['TMS_REQUEST_TIMEOUT'] },
  closeTimeout: { parse: whole(0, HOUR, 'milliseconds'), default: 30_000, environment: ['TMS_CLOSE_TIMEOUT'] },
  onUndelivered: { parse: oneOf('warn', 'fail'), default: 'warn', environment: ['TMS_ON_UNDELIVERED'] },
  durationUnit: { parse: oneOf('seconds', 'milliseconds'), default: 'seconds', environment: ['TMS_DURATION_UNIT'] },
  resultsBody: { parse: oneOf('auto', 'array', 'object'), default: 'auto', environment: ['TMS_RESULTS_BODY'] },
  attachmentReferences: { parse: oneOf('guid', 'object'), default: 'guid', environment: ['TMS_ATTACHMENT_REFERENCES'] },
  api: { parse: oneOf('v2', 'legacy'), default: 'v2', environment: ['TMS_API'] },
  watch: { parse: flag, default: false, environment: ['TMS_WATCH'] },
  merge: { parse: oneOf('skip', 'report'), default: 'skip', environment: ['TMS_MERGE'] },
  ci: { parse: flag, environment: ['TMS_CI'] },
  runUrl: { parse: runTemplate, environment: ['TMS_RUN_URL'] },
  keepDelivered: { parse: whole(0, 3650, 'days'), default: 0, environment: ['TMS_KEEP_DELIVERED'] },
};

const named: Record<string, unknown> = OPTIONS;

/** In the order in which `testpoint doctor` shows them. */
export const OPTION_KEYS = Object.keys(OPTIONS).filter(isOptionKey);

export function isOptionKey(key: string): key is OptionKey {
  return Object.hasOwn(named, key);
}
