import { ENTRIES, SURROUNDINGS } from './journal.js';
import type { ObjectOf } from './result.js';

/**
 * Our own header: a `Sender` as JSON, in base64url. Requests that start a run or bring results have it. It is no part of the interface, so
 * any service may ignore it.
 */
export const SENDER_HEADER = 'Testpoint-Session';

const { tool, framework, frameworkVersion, startedAt } = ENTRIES.session;

/** The session that sends: the parts of its journal's first line that people need to tell runs apart. */
export const SENDER = {
  /** Name of the session's folder, which no other session has. */
  id: { is: 'text', required: true },
  ...{ tool, framework, frameworkVersion, startedAt },
  ...SURROUNDINGS,
} as const;
export type Sender = ObjectOf<typeof SENDER>;
