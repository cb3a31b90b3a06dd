import type { Answer } from '../exchange.js';

/** Why a 2xx answer does not prove that the service did what was requested. */
export type Doubt = 'a page' | 'broken' | 'too long' | 'late' | 'no JSON';

/** Longest text that counts as a service's own message ("OK", a sentence), characters. */
const SHORT = 1_000;
/** The beginning of a JSON object or array; a text may start with a bracket, too. */
const BEGINS_AS_JSON = /^\s*(?:\{|\[\s*[[\]{"\d\-tfn])/;
/** A tag, a comment, a document type. */
const BEGINS_AS_MARKUP = /^\s*<[a-z!?]/i;

/**
 * The problem with a 2xx answer; undefined for a success: no body, JSON (section 1 of the interface), or a short plain text.
 * The body decides, because services may declare its type incorrectly.
 */
export function doubtAbout({ end, headers, text }: Pick<Answer, 'end' | 'headers' | 'text'>): Doubt | undefined {
  const isEmpty = text.trim() === '';
  const isSuccess = isEmpty || isWholeJson(text);
  if (!isSuccess && (isPageType(headers['content-type']) || BEGINS_AS_MARKUP.test(text))) return 'a page';
  switch (end) {
    case 'broken':
      return 'broken';
    case 'too-long':
      return 'too long';
    case 'late':
      return 'late';
  }
  if (isSuccess) return undefined;
  if (BEGINS_AS_JSON.test(text)) return 'broken';
  return text.length > SHORT ? 'no JSON' : undefined;
}

function isPageType(contentType: string | undefined): boolean {
  return /^\s*(?:text\/html|application\/xhtml\+xml)\b/i.test(contentType ?? '');
}

function isWholeJson(text: string): boolean {
  try {
    JSON.parse(text.replace(/^\uFEFF/, ''));
    return true;
  } catch {
    return false;
  }
}
