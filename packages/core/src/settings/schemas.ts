import { GUID_PATTERN } from '@testpoint/interface/constants';
import * as v from 'valibot';
import * as say from './messages.js';
import { nearestKey } from './nearest-key.js';
import { isNameMap, shown } from './plain-values.js';

/**
 * The schemas of options. Each message names the problem and says what to write instead, in full sentences. Values of
 * secrets and URLs are never shown. Each schema is a function, because an option that is not set never needs it.
 */

const GUID = new RegExp(GUID_PATTERN);
/** Text that arrives unchanged in an HTTP header's value (RFC 9110, 5.5), and is the same in every encoding. */
const HEADER = /^[\x21-\x7e](?:[\t\x20-\x7e]*[\x21-\x7e])?$/;

const NO_TEXT = thisValue(say.notAText);
export const text = () => v.pipe(v.string(NO_TEXT), v.nonEmpty(NO_TEXT));

/** A file or folder. */
export const path = () => v.pipe(text(), v.check(isPath, thisValue(say.nulInPath)));

const NO_GUID = thisValue(say.notAGuid);
export const guid = () => v.pipe(v.string(NO_GUID), v.trim(), v.regex(GUID, NO_GUID));

/** A value that the function can read: environment variables and command lines have only text. */
function readable<Input, Value>(read: (value: unknown) => Value | undefined, complaint: string) {
  return v.pipe(
    v.custom<Input>((value) => read(value) !== undefined, thisValue(complaint)),
    v.transform((value) => read(value) as Value),
  );
}

/** Also accepts the words for true and false. */
export const flag = () => readable<boolean, boolean>(readFlag, say.notAFlag);

/** `auto`, or a flag. */
export const autoFlag = () =>
  readable<boolean | 'auto', boolean | 'auto'>(
    (value) => (value === 'auto' ? value : readFlag(value)),
    say.notAnAutoFlag,
  );

/** The default folder of a report. */
export const REPORT_FOLDER = 'testpoint-report';

/** A report's folder. Also accepts the words for true and false; false means no report. */
export const reportFolder = () =>
  readable<boolean | (string & {}), string | false>((value) => {
    const flag = readFlag(value);
    if (flag !== undefined) return flag && REPORT_FOLDER;
    return typeof value === 'string' && value !== '' && isPath(value) ? value : undefined;
  }, say.notAReport);

/** An integer, or its text. */
export function whole(minimum: number, maximum: number, unit?: string) {
  return readable<number, number>(
    (value) => {
      const number = typeof value === 'string' && /^\s*[+-]?\d+\s*$/.test(value) ? Number(value) : value;
      const isWhole = typeof number === 'number' && Number.isSafeInteger(number);
      return isWhole && number >= minimum && number <= maximum ? number : undefined;
    },
    say.notInRange(minimum, maximum, unit),
  );
}

/** A number assigned by the service. */
export const globalId = () => whole(Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER);
export const positiveId = () => whole(1, Number.MAX_SAFE_INTEGER);

export function oneOf<const Words extends readonly string[]>(...words: Words) {
  return v.picklist(words, thisValue(say.notAChoice(words.join(', '))));
}

export const secretKey = () => v.pipe(v.string(say.keyNotAString), v.regex(HEADER, say.keyNotForHeader));

/** A login, in any script, because it is sent as UTF-8. */
export const login = () =>
  v.custom<string>(
    (value) => typeof value === 'string' && value === value.trim() && !/[\0-\x1f\x7f]/.test(value),
    say.noLogin,
  );

/** The service's URL without a trailing slash. It is not shown, because it may contain a password. */
export const serviceUrl = () =>
  v.pipe(
    v.custom<string>(isHttpAddress, say.notAnAddress),
    v.transform((address) => new URL(address.trim())),
    v.check(({ username, password }) => username === '' && password === '', say.passwordInAddress),
    v.check(({ search, hash }) => search === '' && hash === '', say.queryInAddress),
    v.transform(({ origin, pathname }) => origin + pathname.replace(/\/+$/, '')),
  );

/** A URL with `{id}` for a run's id. */
export const runTemplate = () =>
  v.custom<string>(
    (value) => typeof value === 'string' && value.includes('{id}') && /^https?:\/\//i.test(value),
    say.notARunUrl,
  );

export function listOf<const Entry extends v.GenericSchema>(entry: Entry, fix: string) {
  return v.array(entry, thisValue(say.notAList(fix)));
}

/** An object with these keys and no others. */
export function objectOf<const Entries extends v.ObjectEntries>(entries: Entries) {
  const known = Object.keys(entries);
  const names = known.join(', ');
  const schema = v.strictObject(entries, ({ input, expected, path }) => {
    if (path === undefined) return `${shown(input)} ${say.notAnObject(names)}`;
    if (expected !== 'never') return say.missingKey(names);
    const nearest = nearestKey(String(input), known);
    return nearest === undefined ? say.unknownKey(names) : say.misspelledKey(nearest);
  });
  return v.pipe(v.custom<v.InferInput<typeof schema>>(isNameMap, thisValue(say.notAnObject(names))), schema);
}

/** Values of one kind by custom names. */
export function mapOf<const Entry extends v.GenericSchema>(entry: Entry, fix: string) {
  return v.pipe(
    v.custom<Record<string, v.InferInput<Entry>>>(isNameMap, thisValue(say.notAMap(fix))),
    // Valibot would silently drop them.
    v.check(
      (map) => !['__proto__', 'prototype', 'constructor'].some((name) => Object.hasOwn(map, name)),
      say.reservedName,
    ),
    v.record(v.string(), entry),
  );
}

/** A message that starts with the shortened value. */
export function thisValue(text: string): (issue: { input: unknown }) => string {
  return ({ input }) => `${shown(input)} ${text}`;
}

function isPath(value: string): boolean {
  return !value.includes('\0');
}

function readFlag(value: unknown): boolean | undefined {
  const word = typeof value === 'string' ? value.trim().toLowerCase() : value;
  if ([true, '1', 'true', 'yes', 'on'].some((yes) => yes === word)) return true;
  return [false, '0', 'false', 'no', 'off'].some((no) => no === word) ? false : undefined;
}

function isHttpAddress(value: unknown): boolean {
  if (typeof value !== 'string' || !URL.canParse(value.trim())) return false;
  return /^https?:$/.test(new URL(value.trim()).protocol);
}
