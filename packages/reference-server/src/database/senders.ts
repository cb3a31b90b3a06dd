import type { IncomingHttpHeaders } from 'node:http';
import { crc32 } from 'node:zlib';
import { isObject, read, SENDER, SENDER_HEADER, type Sender } from '@testpoint/interface/codec';

/** A session that sends to a run, as a request says it. */
export interface NewSender {
  /** Its number among the sessions of all runs, a digest of its id. */
  number: number;
  /** A `Sender`. */
  json: string;
  environment: string | undefined;
  branch: string | null;
  commit: string | null;
}

const NAMES = Object.keys(SENDER) as (keyof Sender)[];
const UNKNOWN = { framework: 'unknown', frameworkVersion: '', tool: '', startedAt: 0 };

/** What our own header says. Undefined without one, or if it can't be read: no request is refused for it. */
export function senderIn(headers: IncomingHttpHeaders): NewSender | undefined {
  const header = headers[SENDER_HEADER.toLowerCase()];
  if (typeof header !== 'string') return undefined;
  try {
    const given: unknown = JSON.parse(Buffer.from(header, 'base64url').toString());
    const known = isObject(given) ? read(SENDER, given) : {};
    if (known.id === undefined || known.id === '') return undefined;
    const named = NAMES.map((name) => [name, known[name] ?? Reflect.get(UNKNOWN, name)] as const);
    const { branch = null, commit = null } = known.ci ?? {};
    const json = JSON.stringify(Object.fromEntries(named));
    return { number: senderNumber({ id: known.id }), json, environment: known.environment, branch, commit };
  } catch {
    return undefined;
  }
}

export function senderNumber({ id }: Pick<Sender, 'id'>): number {
  return crc32(id) | 0;
}
