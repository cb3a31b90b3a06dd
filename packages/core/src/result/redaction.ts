import { codeAt, execute, indexOf, slice, sort, toWellFormed } from '../built-ins/language.js';
import { toJson } from '../built-ins/plain-json.js';

/** Compiled patterns of texts that must not leave the machine. */
export interface Redaction {
  readonly secrets: readonly string[];
  readonly patterns: readonly RegExp[];
}

/** Shorter words would mask half of every text, and protect nothing. */
const SHORTEST_SECRET = 4;
const MASK = '***';

/** Part of a text, excluding its end. */
interface Span {
  start: number;
  end: number;
}

/**
 * Compiles the secret key and the `redact` setting. A secret is also found in its JSON and URL forms. Strings of fewer than
 * 4 characters are ignored.
 */
export function compileRedaction(secretKey: string, redact: readonly (string | RegExp)[]): Redaction {
  const secrets = new Set<string>();
  const patterns: RegExp[] = [];
  for (const secret of [secretKey, ...redact]) {
    if (typeof secret !== 'string') {
      patterns.push(ownPattern(secret));
    } else if (secret.length >= SHORTEST_SECRET && !/^\*+$/.test(secret)) {
      secrets.add(secret).add(toJson(secret).slice(1, -1)).add(urlEncoded(secret));
    }
  }
  return { secrets: [...secrets], patterns };
}

/** The text with every secret in it replaced by `***`. */
export function redact(text: string, redaction: Redaction): string {
  const { secrets, patterns } = redaction;
  let spans: Span[] | undefined;
  for (let index = 0; index < secrets.length; index++) {
    const secret = secrets[index];
    if (secret !== undefined && indexOf(text, secret) !== -1) spans = findSecret(text, secret, spans ?? []);
  }
  for (let index = 0; index < patterns.length; index++) {
    const pattern = patterns[index];
    if (pattern !== undefined) spans = findPattern(text, pattern, spans);
  }
  return spans === undefined ? text : replace(text, spans);
}

/** Global, to find every match, and a private copy, so that no other code changes its `lastIndex`. */
function ownPattern(pattern: RegExp): RegExp {
  return new RegExp(pattern.source, `${pattern.flags.replace(/[gy]/g, '')}g`);
}

function urlEncoded(secret: string): string {
  try {
    return encodeURIComponent(secret);
  } catch {
    return secret;
  }
}

function findSecret(text: string, secret: string, spans: Span[]): Span[] {
  let last: Span | undefined;
  // Advance by one character, not by one secret: "aaaa" occurs three times in "aaaaaa".
  for (let at = indexOf(text, secret); at !== -1; at = indexOf(text, secret, at + 1)) {
    const end = at + secret.length;
    if (last !== undefined && at < last.end) {
      last.end = end;
    } else {
      last = { start: at, end };
      spans[spans.length] = last;
    }
  }
  return spans;
}

function findPattern(text: string, pattern: RegExp, found: Span[] | undefined): Span[] | undefined {
  let spans = found;
  pattern.lastIndex = 0;
  for (let match = execute(pattern, text); match !== null; match = execute(pattern, text)) {
    const length = match[0].length;
    if (length === 0) {
      // Advance by a whole character: in the middle of one, a unicode pattern would find the same empty match forever.
      pattern.lastIndex += isLeadSurrogate(codeAt(text, pattern.lastIndex)) ? 2 : 1;
    } else {
      spans ??= [];
      spans[spans.length] = { start: match.index, end: match.index + length };
    }
  }
  return spans;
}

/** Spans of different secrets may overlap. Each connected stretch becomes one mask. */
function replace(text: string, spans: Span[]): string {
  sort(spans, byStart);
  let masked = '';
  let from = 0;
  let covered = 0;
  for (let index = 0; index < spans.length; index++) {
    const span = spans[index];
    if (span === undefined) continue;
    if (index === 0 || span.start >= covered) {
      masked += slice(text, from, span.start) + MASK;
      covered = span.end;
    } else if (span.end > covered) {
      covered = span.end;
    }
    from = covered;
  }
  // A pattern may have matched one half of a surrogate pair.
  return toWellFormed(masked + slice(text, from));
}

function isLeadSurrogate(code: number): boolean {
  return code >= 0xd800 && code <= 0xdbff;
}

function byStart(a: Span, b: Span): number {
  return a.start - b.start;
}
