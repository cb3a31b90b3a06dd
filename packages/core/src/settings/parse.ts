import { resolve } from 'node:path';
import { GUID_PATTERN } from '@testpoint/interface/constants';

/** What a parser says of a value it does not take. */
interface Complaint {
  message: string;
  fix: string;
  /** Path below the option, with its leading dot. */
  below?: string;
  nearest?: string;
}

export interface ParseContext {
  /** Folder that relative paths in the value start from. */
  directory: string;
  complain(complaint: Complaint): undefined;
}

/** Checks a value and brings it into its final form; undefined after it has complained. */
export type Parse<T> = (value: unknown, context: ParseContext) => T | undefined;

const GUID = new RegExp(GUID_PATTERN);
/** What arrives in an HTTP header's value as it was sent (RFC 9110, 5.5), and is the same in every encoding. */
const HEADER = /^[\x21-\x7e](?:[\t\x20-\x7e]*[\x21-\x7e])?$/;

export const text: Parse<string> = (value, { complain }) =>
  typeof value === 'string' && value !== ''
    ? value
    : complain({ message: `${shown(value)} is not a text`, fix: 'Give a string' });

export const guid: Parse<string> = (value, { complain }) =>
  typeof value === 'string' && GUID.test(value.trim())
    ? value.trim()
    : complain({
        message: `${shown(value)} is not a GUID`,
        fix: 'Write it as the service shows it: 8-4-4-4-12 hexadecimal digits',
      });

/** Strings are taken too, since the environment and command lines have nothing else. */
export const flag: Parse<boolean> = (value, { complain }) => {
  switch (typeof value === 'string' ? value.trim().toLowerCase() : value) {
    case true:
    case '1':
    case 'true':
      return true;
    case false:
    case '0':
    case 'false':
      return false;
    default:
      return complain({ message: `${shown(value)} is neither true nor false`, fix: 'Write true or false (1 or 0)' });
  }
};

/** A file or folder, made absolute. */
export const path: Parse<string> = (value, context) => {
  const given = text(value, context);
  return given === undefined ? undefined : resolve(context.directory, given);
};

const REPORT_FOLDER = 'testpoint-report';
const FLAGS: readonly unknown[] = [true, false, '1', 'true', '0', 'false'];

/** A folder, made absolute; true is the usual one, false is none. */
export const reportFolder: Parse<string | false> = (value, context) => {
  const given = typeof value === 'string' ? value.trim().toLowerCase() : value;
  if (!FLAGS.includes(given)) return path(value, context);
  return flag(value, context) === true && resolve(context.directory, REPORT_FOLDER);
};

export function whole(minimum: number, maximum: number, unit?: string): Parse<number> {
  return (value, { complain }) => {
    const number = typeof value === 'string' && /^\s*[+-]?\d+\s*$/.test(value) ? Number(value) : value;
    return typeof number === 'number' && Number.isSafeInteger(number) && number >= minimum && number <= maximum
      ? number
      : complain({ message: `${shown(value)} is not allowed`, fix: `Give ${rangeOf(minimum, maximum, unit)}` });
  };
}

export function oneOf<const T extends string>(...words: T[]): Parse<T> {
  return (value, { complain }) =>
    words.find((word) => word === value) ??
    complain({ message: `${shown(value)} is not allowed`, fix: `Give one of ${words.join(', ')}` });
}

/** The secret key. Nothing of it is shown. */
export const key: Parse<string> = (value, { complain }) => {
  if (typeof value !== 'string') return complain({ message: 'it is not a text', fix: 'Give a string' });
  return HEADER.test(value)
    ? value
    : complain({
        message: 'it holds what an HTTP header can’t carry (a line break, space around it, or characters beyond ASCII)',
        fix: 'Copy it again from the user’s profile, without anything around it',
      });
};

/** A login; in any script, since it is sent as UTF-8. */
export const login: Parse<string> = (value, { complain }) =>
  typeof value === 'string' && value === value.trim() && !/[\0-\x1f\x7f]/.test(value)
    ? value
    : complain({
        message: 'it is no login (not a text, or with line breaks or space around it)',
        fix: 'Copy it again from the user’s profile, without anything around it',
      });

/** The service's address without a slash at its end. It is not shown, since it may hold a password. */
export const serviceUrl: Parse<string> = (value, { complain }) => {
  const url = typeof value === 'string' && URL.canParse(value.trim()) ? new URL(value.trim()) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol)) {
    return complain({ message: 'it is not an http or https address', fix: 'Write it like https://tms.example.com' });
  }
  if (url.username !== '' || url.password !== '') {
    return complain({
      message: 'there are credentials in it, which end up in logs',
      fix: 'Take them out; the key belongs into TMS_SECRET_KEY, the login into TMS_USER_NAME',
    });
  }
  if (url.search !== '' || url.hash !== '') {
    return complain({ message: 'there is a query or a fragment in it', fix: 'Leave out everything from ? or # on' });
  }
  return url.origin + url.pathname.replace(/\/+$/, '');
};

/** An address with `{id}` where a run's id belongs. */
export const runTemplate: Parse<string> = (value, { complain }) =>
  typeof value === 'string' && value.includes('{id}') && /^https?:\/\//i.test(value)
    ? value
    : complain({
        message: 'it is not an http or https address with {id} in it',
        fix: 'Write it like https://tms.example.com/runs/{id}',
      });

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof RegExp);
}

/** A value in a message, short. */
export function shown(value: unknown): string {
  if (typeof value === 'function') return 'a function';
  if (value instanceof RegExp) return 'a regular expression';
  const json = typeof value === 'bigint' ? `${value}n` : (JSON.stringify(value) ?? String(value));
  return json.length > 60 ? `${json.slice(0, 60)}…` : json;
}

function rangeOf(minimum: number, maximum: number, unit: string | undefined): string {
  const of = unit === undefined ? '' : ` of ${unit}`;
  if (maximum === Number.MAX_SAFE_INTEGER) {
    return minimum === Number.MIN_SAFE_INTEGER ? `a whole number${of}` : `a whole number${of}, ${minimum} or more`;
  }
  return `a whole number${of} from ${minimum} to ${maximum}`;
}
