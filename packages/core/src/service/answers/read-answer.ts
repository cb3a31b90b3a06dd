import { isObject } from '@testpoint/interface/codec';
import { GUID_PATTERN, type RunStatus } from '@testpoint/interface/constants';
import { untitledPage } from '../messages.js';

/** A run from the list operation. The interface does not show the fields, so any of them may be missing. */
export interface RunSummary {
  /** GUID. */
  id?: string;
  /** Undefined if we don't know the service's word for it. */
  status?: RunStatus;
  testPlanGlobalId?: number;
  /** The service's own fields, unchanged. */
  fields: Record<string, unknown>;
}

/** An object's values by case-insensitive name, because services differ in case. */
type Fields = Record<string, unknown>;

const GUID = new RegExp(GUID_PATTERN);
/** Longest text of the service to include in a message. */
const DETAIL_LIMIT = 2_000;
const DEPTH_LIMIT = 8;
/** Possible names for a new object's GUID, most reliable first. */
const ID_NAMES = ['testRunId', 'runId', 'id', 'guid', 'uuid', 'attachmentId', 'fileId', 'globalGuid'];
/** Names of members that may wrap an answer's real content. */
const WRAPPERS = ['data', 'result', 'value', 'testRun', 'run', 'attachment', 'content', 'payload', 'response', 'model'];
const LIST_NAMES = ['items', 'testRuns', 'runs', 'results', 'list', 'records', ...WRAPPERS];

/** The parsed JSON, or the text itself if it is not JSON. */
function parseLeniently(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch {
    return text.trim();
  }
}

/** The GUID in an answer: a bare string, or in an object under id, testRunId or similar, also one level deeper. */
export function readGuid(text: string): string | undefined {
  return findGuid(parseLeniently(text), 0);
}

function findGuid(value: unknown, depth: number): string | undefined {
  if (typeof value === 'string') return GUID.test(value) ? value : undefined;
  if (typeof value !== 'object' || value === null || depth > DEPTH_LIMIT) return undefined;
  if (Array.isArray(value)) return value.length === 1 ? findGuid(value[0], depth + 1) : undefined;
  const fields = lowerCased(value);
  for (const name of ID_NAMES) {
    const named = fields[name.toLowerCase()];
    if (typeof named === 'string' && GUID.test(named)) return named;
  }
  for (const name of WRAPPERS) {
    const found = findGuid(fields[name.toLowerCase()], depth + 1);
    if (found !== undefined) return found;
  }
  const only = Object.values(value).filter((entry) => typeof entry === 'string' && GUID.test(entry));
  return only.length === 1 && typeof only[0] === 'string' ? only[0] : undefined;
}

/** The runs in an answer: an array, possibly under items, data or similar. Undefined if there is no list. */
export function readRuns(text: string): RunSummary[] | undefined {
  return findList(parseLeniently(text), 0)?.flatMap((entry) => (isObject(entry) ? [readRun(entry)] : []));
}

function findList(value: unknown, depth: number): unknown[] | undefined {
  if (Array.isArray(value)) return value;
  if (!isObject(value) || depth > DEPTH_LIMIT) return undefined;
  const fields = lowerCased(value);
  for (const name of LIST_NAMES) {
    const list = findList(fields[name.toLowerCase()], depth + 1);
    if (list !== undefined) return list;
  }
  return undefined;
}

function readRun(run: Fields): RunSummary {
  const fields = lowerCased(run);
  const id = ['testrunid', 'id', 'runid', 'guid', 'uuid'].map((name) => fields[name]).find(isGuid);
  const status = readRunStatus(fields.status ?? fields.state ?? fields.statusname ?? fields.statename);
  const plan = fields.testplanglobalid;
  return {
    ...(id === undefined ? {} : { id }),
    ...(status === undefined ? {} : { status }),
    ...(typeof plan === 'number' ? { testPlanGlobalId: plan } : {}),
    fields: run,
  };
}

function isGuid(value: unknown): value is string {
  return typeof value === 'string' && GUID.test(value);
}

/**
 * A run's state in the interface's terms (section 3), from "In progress", "InProgress", "NotStarted" and similar.
 * @internal exported for its test
 */
export function readRunStatus(value: unknown): RunStatus | undefined {
  if (typeof value !== 'string') return isObject(value) ? readRunStatus(value.name ?? value.code) : undefined;
  const word = value.toLowerCase().replace(/[^a-z]/g, '');
  return STATUSES.find(([, words]) => words.test(word))?.[0];
}

/** The service's words for a state, without spaces. */
const STATUSES: readonly [RunStatus, RegExp][] = [
  ['Pending', /^(?:pending|notstarted|created|new)$/],
  ['In progress', /^(?:inprogress|started|running)$/],
  ['Stopped', /^stopped$/],
  ['Completed', /^(?:completed?|finished)$/],
];

/** The pair that "TestPoints required …" names (section 7), anywhere in an answer. */
export function readUnmatched(text: string): { configurationId: string; externalId: string } | undefined {
  if (!/TestPoints required/i.test(text)) return undefined;
  const words = findText(parseLeniently(text), (entry) => /TestPoints required/i.test(entry), 0) ?? text;
  const match = /configurationId:\s*(\S+)\s+and\s+autoTestExternalId:[ \t]?([\s\S]*)$/i.exec(words);
  return match?.[1] === undefined || match[2] === undefined
    ? undefined
    : { configurationId: match[1], externalId: match[2] };
}

/** The service's own message in a refusal: problem+json, other JSON forms, plain text, or a page's title; on one line. */
export function readDetail(text: string): string | undefined {
  const value = parseLeniently(text);
  const words = typeof value === 'string' ? readPage(value) : wordsOf(value);
  const line = words?.replace(/\s+/g, ' ').trim();
  if (line === undefined || line === '') return undefined;
  return line.length > DETAIL_LIMIT ? `${line.slice(0, DETAIL_LIMIT)} …` : line;
}

function wordsOf(value: unknown): string | undefined {
  if (!isObject(value)) {
    return Array.isArray(value) ? findText(value, () => true, 0) : undefined;
  }
  const fields = lowerCased(value);
  for (const name of ['detail', 'message', 'error', 'errormessage', 'error_description', 'description', 'title']) {
    const words = fields[name];
    const said = typeof words === 'string' ? words : wordsOf(words);
    // A service often says the same about one field and about the whole.
    if (said)
      return [said, ...fieldErrors(fields.errors).filter((text) => !said.includes(text.replace(/^\S*: /, '')))].join(
        '; ',
      );
  }
  return fieldErrors(fields.errors).join('; ') || findText(value, () => true, 0);
}

/** Field errors in the form of RFC 9457 (`[{ pointer, detail }]`) or ASP.NET (`{ field: [text] }`). */
function fieldErrors(errors: unknown): string[] {
  if (typeof errors !== 'object' || errors === null) return [];
  return Object.entries(errors)
    .slice(0, 5)
    .flatMap(([key, value]) => {
      const said = typeof value === 'string' ? value : findText(value, (text) => !text.startsWith('/'), 0);
      const pointer = isObject(value) && typeof value.pointer === 'string' ? value.pointer : key;
      return said === undefined ? [] : [`${pointer}: ${said}`];
    });
}

function findText(value: unknown, wanted: (text: string) => boolean, depth: number): string | undefined {
  if (typeof value === 'string') return wanted(value) ? value : undefined;
  if (typeof value !== 'object' || value === null || depth > DEPTH_LIMIT) return undefined;
  for (const entry of Object.values(value)) {
    const found = findText(entry, wanted, depth + 1);
    if (found !== undefined) return found;
  }
  return undefined;
}

function readPage(text: string): string {
  if (!looksLikePage(text)) return text;
  return /<title[^>]*>([^<]*)/i.exec(text)?.[1] ?? untitledPage;
}

function looksLikePage(text: string): boolean {
  return /^\s*<(?:!doctype|html|head|title|meta|body)\b/i.test(text);
}

function lowerCased(value: object): Fields {
  return Object.fromEntries(Object.entries(value).map(([name, entry]) => [name.toLowerCase(), entry]));
}
