import { asText, execute, isArray, isSafeInteger } from '../built-ins/language.js';
import type { LinkRecord } from '../model.js';
import type { LinkOptions } from './api-types.js';
import { bounded, jsonSafe } from './json-safe.js';
import { aFunction, contentNeeded, objectWithUrl, testCaseIgnored, wrongArgument, wrongContent } from './messages.js';

/**
 * Checks arguments from untyped callers of the test API. Each complaint is a warning for the summary that names the call and
 * what it accepts; undefined if there is no problem.
 */

const WHOLE_NUMBER = /^[+-]?\d+$/;

/** @param what the expected value, with its article: "a name" */
export function textComplaint(call: string, what: string, value: unknown): string | undefined {
  switch (typeof value) {
    case 'string':
      return value === '' ? complaint(call, what, value) : undefined;
    case 'number':
    case 'bigint':
    case 'boolean':
      return undefined;
    default:
      return complaint(call, what, value);
  }
}

export function bodyComplaint(title: unknown, body: unknown): string | undefined {
  if (typeof body === 'function') return undefined;
  return wrongContent(named('step', title), instead(aFunction, body));
}

export function contentComplaint(name: unknown, content: unknown): string | undefined {
  if (content !== undefined && content !== null) return undefined;
  return wrongContent(named('attach', name), instead(contentNeeded, content));
}

/** The ids that are integers or strings of integers, and a complaint about the first one that is not. */
export function readTestCases(ids: readonly unknown[]): { testCases: number[]; complaint: string | undefined } {
  const testCases: number[] = [];
  let wrong = ids.length === 0 ? complaint('testCase', 'a global id', undefined) : undefined;
  for (let index = 0; index < ids.length; index++) {
    const id = ids[index];
    const number = typeof id === 'string' && execute(WHOLE_NUMBER, id) !== null ? +id : id;
    if (typeof number === 'number' && isSafeInteger(number)) testCases[testCases.length] = number;
    else {
      wrong ??= testCaseIgnored(typeof id === 'string' ? `"${bounded(id)}"` : inWords(id));
    }
  }
  return { testCases, complaint: wrong };
}

/** The link of `link(url, options)` or `link({ url, … })`, or the problem with it. */
export function readLink(link: unknown, options: LinkOptions | undefined): LinkRecord | string {
  const isUrl = typeof link !== 'object' || link === null;
  const about = jsonSafe((isUrl ? options : link) ?? {}) as Partial<LinkRecord>;
  const url: unknown = isUrl ? link : about.url;
  const wrong = textComplaint('link', isUrl ? 'a url' : objectWithUrl, url);
  if (wrong !== undefined) return wrong;
  const { title, description, type } = about;
  return {
    url: asText(url),
    ...(title !== undefined && title !== null && { title: asText(title) }),
    ...(description !== undefined && description !== null && { description: asText(description) }),
    ...(type !== undefined && type !== null && { type }),
  };
}

function complaint(call: string, what: string, value: unknown): string {
  return wrongArgument(call, instead(what, value));
}

/** Never calls methods of a value, because they may throw. */
function named(call: string, name: unknown): string {
  return `${call}(${typeof name === 'string' ? `"${bounded(name)}"` : ''})`;
}

function instead(what: string, value: unknown): string {
  return value === undefined ? `without ${what}` : `with ${inWords(value)} instead of ${what}`;
}

function inWords(value: unknown): string {
  if (value === undefined || value === null || typeof value === 'number' || typeof value === 'boolean') {
    return asText(value);
  }
  if (typeof value === 'string') return value === '' ? 'an empty string' : 'a string';
  if (typeof value === 'function') return 'a function';
  return isArray(value) ? 'a list' : 'an object';
}
