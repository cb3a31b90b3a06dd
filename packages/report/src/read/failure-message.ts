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

/** A failure's message without numbers, ids, quoted values and paths, on one line. */
export function normalizedMessage(message: string): string {
  let text = message.slice(0, LOOKED_AT);
  for (const [pattern, instead] of CHANGING) text = text.replace(pattern, instead);
  return shownMessage(text);
}

/** A failure's message on one line. */
export function shownMessage(message: string): string {
  const text = message.slice(0, LOOKED_AT).replace(/\s+/g, ' ').trim();
  if (text === '') return NO_MESSAGE;
  return (text.length > LONGEST ? `${text.slice(0, LONGEST - 1)}…` : text).toWellFormed();
}
