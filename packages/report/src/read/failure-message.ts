import type { Failure } from './failure.js';

/** Maximum length of a group's name, and of the part of a message to examine; characters. */
const LONGEST = 300;
const LOOKED_AT = 2_000;

const NO_MESSAGE = 'No message';

/** Parts that differ between failures with the same cause; the order matters. */
const CHANGING: readonly (readonly [pattern: RegExp, instead: string])[] = [
  [/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/gi, '<id>'],
  [/"(?:[^"\\\n]|\\.){0,500}"/g, '"…"'],
  [/`(?:[^`\\\n]|\\.){0,500}`/g, '`…`'],
  // Not the apostrophe in "can't".
  [/(?<![\w])'(?:[^'\\\n]|\\.){0,500}'(?![\w])/g, "'…'"],
  [/\b[a-z][a-z0-9+.-]{0,20}:\/\/[^\s)>\]]+/gi, '<url>'],
  [/(?:\b[A-Za-z]:)?(?:[\\/][\w.@+~-]+){2,}/g, '<path>'],
  [/\b(?:0x[0-9a-f]+|[0-9a-f]{12,})\b/gi, '<id>'],
  [/\d+(?:[.,:]\d+)*/g, '#'],
];

/** Normalized messages that say only which assertion failed, or that time ran out. */
const SAYS_LITTLE =
  /^(?:[\w.#$\\]*(?:Error|Exception|Failure)(?: \[\w+\])?: )*(?:expected\b|expect\(|(?:assert )?\S+ (?:[!=]==?|[<>]=?) |assert\.\w+ failed|failed asserting that|not equal: |got \S+ want |the expression evaluated to|thrown: [^a-z]*exceeded timeout|exceeded timeout|(?:test |hook )?time(?:out|d out)\b|[\w.]+: timeout #|no message$)/i;

/**
 * What tells a failure's cause from others: its message without numbers, ids, quoted values and paths. If that is only an
 * assertion or a timeout, the line that throws, too, or else the test.
 */
export function causeOf({ message, place, test = '' }: Failure): string {
  let text = message.slice(0, LOOKED_AT);
  for (const [pattern, instead] of CHANGING) text = text.replace(pattern, instead);
  const normalized = shownMessage(text);
  return SAYS_LITTLE.test(normalized) ? `${normalized}\n${place || test}` : normalized;
}

/** What two messages of one cause have in common, with "…" where they differ. */
export function commonMessage(one: string, other: string): string {
  if (one === other) return one;
  const [words, others] = [one.split(' '), other.split(' ')];
  // A value may contain spaces.
  if (words.length !== others.length) return common(one, other);
  return words.map((word, index) => common(word, others[index] ?? '')).join(' ');
}

function common(one: string, other: string): string {
  if (one === other) return one;
  let [start, end] = [0, 0];
  while (start < one.length && one[start] === other[start]) start++;
  const shorter = Math.min(one.length, other.length) - start;
  while (end < shorter && one.at(-1 - end) === other.at(-1 - end)) end++;
  // A number varies as a whole.
  return `${one.slice(0, start).replace(/\d+$/, '')}…${one.slice(one.length - end).replace(/^\d+/, '')}`.toWellFormed();
}

/** A line of source in a message, as `> 12 | pay()`, or the one that points at a column. */
const FRAME_LINE = /^(?: *>? *\d+ *\|| *\| *\^+).*\n?/gm;

/** A message without the source that some tools write into it: no search should find a test by its neighbours' code. */
export function withoutFrames(message: string): string {
  return message.includes(' | ') ? message.replace(FRAME_LINE, '') : message;
}

/** A failure's message on one line. */
export function shownMessage(message: string): string {
  const text = message.slice(0, LOOKED_AT).replace(/\s+/g, ' ').trim();
  if (text === '') return NO_MESSAGE;
  return (text.length > LONGEST ? `${text.slice(0, LONGEST - 1)}…` : text).toWellFormed();
}
