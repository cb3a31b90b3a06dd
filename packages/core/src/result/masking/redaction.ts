import { append, each, indexOf, slice, sort, toWellFormed } from '../../built-ins/language.js';
import { toJson } from '../../built-ins/plain-json.js';
import { slowPattern } from '../messages.js';
import { unescaped } from './escapes.js';
import { type Span, TimedPattern } from './timed-pattern.js';

/** Compiled patterns of texts that must not leave the machine. */
export interface Redaction {
  readonly secrets: readonly string[];
  readonly patterns: readonly TimedPattern[];
}

/** Shorter words would mask half of every text, and protect nothing. */
export const SHORTEST_SECRET = 4;
const MASK = '***';
/** How often a text may have been escaped: a page may show another page's source. */
const LEVELS = 2;
const NONE: Span[] = [];

/**
 * Compiles the secret key and the `redact` setting. A secret is also found as JSON, URLs and HTML write it. Strings of fewer
 * than 4 characters are ignored.
 */
export function compileRedaction(secretKey: string, redact: readonly (string | RegExp)[]): Redaction {
  const secrets = new Set<string>();
  const patterns: TimedPattern[] = [];
  for (const [index, secret] of [secretKey, ...redact].entries()) {
    if (typeof secret !== 'string') {
      patterns.push(new TimedPattern(secret, `redact[${index - 1}]`));
    } else if (secret.length >= SHORTEST_SECRET && !/^\*+$/.test(secret)) {
      secrets.add(secret).add(toJson(secret).slice(1, -1)).add(urlEncoded(secret));
    }
  }
  return { secrets: [...secrets], patterns };
}

/** The text with every secret in it replaced by `***`. A text that a pattern can't search in time is masked whole. */
export function redact(text: string, redaction: Redaction): string {
  return redactInTime(text, redaction) ?? MASK;
}

/** Like `redact`, but undefined for a text that a pattern can't search in time. */
export function redactInTime(text: string, redaction: Redaction): string | undefined {
  const spans = secretsIn(text, redaction);
  if (spans === undefined) return undefined;
  // A pattern may have matched one half of a surrogate pair.
  return spans.length === 0 ? text : toWellFormed(masked(text, spans));
}

/**
 * Where the secrets are, in order, with overlapping ones merged. Undefined if a pattern can't search the text in time.
 * @param known spans of other secrets
 */
export function secretsIn(text: string, { secrets, patterns }: Redaction, known?: Span[]): Span[] | undefined {
  let spans = secrets.length === 0 ? known : findSecrets(text, secrets, known, LEVELS);
  for (let index = 0; index < patterns.length; index++) {
    const found = patterns[index]?.find(text);
    if (found === undefined) return undefined;
    if (spans === undefined) spans = found;
    else each(found, (span) => append(spans as Span[], span));
  }
  return spans === undefined || spans.length === 0 ? NONE : merged(spans);
}

/** The text up to `end` with each span as one mask. `end` is in none of them. */
export function masked(text: string, spans: readonly Span[], end = text.length): string {
  let result = '';
  let from = 0;
  for (let index = 0; index < spans.length; index++) {
    const span = spans[index] as Span;
    if (span.start >= end) break;
    result += slice(text, from, span.start) + MASK;
    from = span.end;
  }
  return result + slice(text, from, end);
}

/** One sentence about each pattern that could not search a text in time. */
export function slowPatterns({ patterns }: Redaction): string[] {
  const sentences: string[] = [];
  for (let index = 0; index < patterns.length; index++) {
    const pattern = patterns[index];
    if (pattern?.isSlow !== true) continue;
    append(sentences, slowPattern(pattern.name));
  }
  return sentences;
}

function urlEncoded(secret: string): string {
  try {
    return encodeURIComponent(secret);
  } catch {
    return secret;
  }
}

/** @param levels how many of escapes to remove */
function findSecrets(
  text: string,
  secrets: readonly string[],
  known: Span[] | undefined,
  levels: number,
): Span[] | undefined {
  let spans = known;
  for (let index = 0; index < secrets.length; index++) {
    const secret = secrets[index];
    if (secret !== undefined && indexOf(text, secret) !== -1) spans = findSecret(text, secret, spans ?? []);
  }
  const plain = levels > 0 ? unescaped(text) : undefined;
  if (plain === undefined) return spans;
  const found = findSecrets(plain.text, secrets, undefined, levels - 1) ?? NONE;
  if (found.length > 0) spans ??= [];
  each(found, (span) => append(spans as Span[], plain.spanOf(span)));
  return spans;
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

function merged(spans: Span[]): Span[] {
  sort(spans, (a, b) => a.start - b.start);
  const all: Span[] = [];
  each(spans, (span) => {
    const last = all[all.length - 1];
    if (last === undefined || span.start >= last.end) append(all, span);
    else if (span.end > last.end) last.end = span.end;
  });
  return all;
}
