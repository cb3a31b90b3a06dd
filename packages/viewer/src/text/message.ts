import { frameworks } from '@testpoint/frameworks';

/** A difference that a framework has written into a message. */
export interface WrittenDifference {
  /** Lines after its legend. */
  lines: string[];
  /** The sign of the lines that were expected. */
  expected: '-' | '+';
}

/** A message in parts: what it says, and the difference in it. */
export interface MessageParts {
  text: string;
  difference: WrittenDifference | undefined;
}

/** The usual legend, those of single frameworks, and that of Node's assert. */
const LEGENDS: (readonly [legend: RegExp, expected: WrittenDifference['expected']])[] = [
  [/^[ \t]*- Expected\b.*\n[ \t]*\+ (?:Received|Actual)\b.*$/m, '-'],
  ...Object.values(frameworks).flatMap(({ difference }) => (difference === undefined ? [] : [difference])),
  [/^[ \t]*\+ actual - expected\b.*$/m, '-'],
];
const LINE = /^(?:[ \t]*$|[ \t]*[-+] |[-+]$|[-+]\S| {2}|@@|\.\.\.$)/;
/** Longer messages are shown as they are. */
const LONGEST = 200_000;

/** Separates the difference in a message from the rest. */
export function messageParts(message: string): MessageParts {
  for (const [legend, expected] of message.length > LONGEST ? [] : LEGENDS) {
    const match = legend.exec(message);
    if (match === null) continue;
    const lines = message.slice(match.index + match[0].length).split('\n');
    lines.shift();
    let end = 0;
    while (end < lines.length && LINE.test(lines[end] ?? '')) end++;
    const difference = trimmed(lines.slice(0, end));
    if (!difference.some((line) => /^[-+]/.test(line))) continue;
    const text = joined(message.slice(0, match.index), lines.slice(end).join('\n'));
    return { text, difference: { lines: difference, expected } };
  }
  return { text: message, difference: undefined };
}

/** A message without the lines that only repeat the compared values. */
export function withoutValues(text: string, expected: string, actual: string): string {
  const lines = text.split('\n').filter((line) => {
    const [, side, value = ''] = /^(Expected|Received|Actual)[^:]{0,40}:\s+(.*)$/.exec(line) ?? [];
    return side === undefined || bare(value) !== bare(side === 'Expected' ? expected : actual);
  });
  return lines.join('\n').trimEnd();
}

function bare(value: string): string {
  return value.trim().replace(/^(["'`])(.*)\1$/s, '$2');
}

function joined(before: string, after: string): string {
  return [before.trimEnd(), after.trim()].filter((part) => part !== '').join('\n\n');
}

/** Without empty lines around it, and without the indentation that all lines share. */
function trimmed(lines: string[]): string[] {
  const first = lines.findIndex((line) => line.trim() !== '');
  const last = lines.findLastIndex((line) => line.trim() !== '');
  const inner = first < 0 ? [] : lines.slice(first, last + 1);
  const widths = inner.filter((line) => /[-+]/.test(line.trimStart().charAt(0))).map((line) => line.search(/\S/));
  const width = Math.min(...widths, ...inner.filter((line) => line.trim() !== '').map((line) => line.search(/\S|$/)));
  return Number.isFinite(width) ? inner.map((line) => line.slice(width)) : inner;
}
