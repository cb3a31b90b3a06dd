import type { Random } from '../random.js';

/** Changes a file's bytes; without bytes, deletes the file. */
type Mutation = (bytes: Buffer, random: Random) => Buffer | undefined;

const LINE_FEED = 0x0a;
const GARBAGE = [
  ...['\n', '\r', '\0', '{', '}', '"', ',', '\\', '{}\n', 'null\n', '[]\n', '\n\n', '{"kind":"', '"body":', ',"crc":"'],
  ...['{"kind":"end","finish":"stop"}\n', '{"kind":"result","id":"x","body":{}}\n', '{"kind":"session","run":null}\n'],
  ...['{"__proto__":{"kind":"end"}}\n', '<<<<<<< HEAD\n', '{"sent":[[0,1e9]]}\n', '\ufeff', 'é', '9'.repeat(400)],
] as const;

/** Changes at one position of a file. */
const LOCAL: Record<string, Mutation> = {
  'a bit flipped': (bytes, random) => changed(bytes, random, (byte) => byte ^ (1 << random.between(0, 7))),
  'a byte changed': (bytes, random) => changed(bytes, random, () => random.between(0, 255)),
  'a line end changed': (bytes, random) => {
    const ends = [...bytes.keys()].filter((at) => bytes[at] === LINE_FEED);
    const at = ends[random.between(0, ends.length - 1)];
    if (at !== undefined) bytes[at] = random.between(0, 255);
    return bytes;
  },
  'some bytes cut': (bytes, random) => without(bytes, range(bytes, random, 60)),
  'a part cut': (bytes, random) => without(bytes, range(bytes, random, bytes.length / 3)),
  'the end cut': (bytes, random) => bytes.subarray(0, random.between(0, bytes.length)),
  'the beginning cut': (bytes, random) => bytes.subarray(random.between(0, 200)),
  'a part duplicated': (bytes, random) => {
    const [from, to] = range(bytes, random, bytes.length / 3);
    return Buffer.concat([bytes.subarray(0, to), bytes.subarray(from)]);
  },
  'some bytes zeroed': (bytes, random) => bytes.fill(0, ...range(bytes, random, 60)),
  'a part zeroed': (bytes, random) => bytes.fill(0, ...range(bytes, random, bytes.length / 3)),
  'the end zeroed': (bytes, random) => bytes.fill(0, random.between(0, bytes.length)),
  'garbage inserted': (bytes, random) => {
    const at = random.between(0, bytes.length);
    const garbage = Buffer.from(GARBAGE[random.between(0, GARBAGE.length - 1)] ?? '');
    return Buffer.concat([bytes.subarray(0, at), garbage, bytes.subarray(at)]);
  },
  'a sector of noise': (bytes, random) => {
    const [from, to] = range(bytes, random, 512);
    for (let at = from; at < to; at++) bytes[at] = random.between(0, 255);
    return bytes;
  },
};

/** Changes to the lines of a file. */
const OF_LINES = ofLines({
  'a line removed': (lines, random) => lines.toSpliced(some(lines, random), 1),
  'a line duplicated': (lines, random) => lines.toSpliced(some(lines, random), 0, lines[some(lines, random)] ?? ''),
  'a line of garbage': (lines, random) => lines.toSpliced(some(lines, random), 0, random.pick(GARBAGE).trim()),
  'two lines swapped': (lines, random) => {
    const [one, other] = [some(lines, random), some(lines, random)];
    return lines.with(one, lines[other] ?? '').with(other, lines[one] ?? '');
  },
  'all lines but the first shuffled': ([first = '', ...lines], random) => [first, ...random.shuffled(lines)],
  'half a line, then all of it': (lines, random) => {
    const at = some(lines, random);
    const line = lines[at] ?? '';
    return lines.toSpliced(at, 0, line.slice(0, random.between(0, line.length - 1)));
  },
  'a fragment joined to a line': (lines, random) => {
    const at = some(lines, random);
    const fragment = (lines[some(lines, random)] ?? '').slice(0, random.between(0, 60));
    return lines.with(at, `${fragment}${lines[at] ?? ''}`);
  },
});

/** Changes that editors and checkouts make to a whole file. */
const WHOLE: Record<string, Mutation> = {
  'CR and LF': (bytes) => relined(bytes, (lines) => lines, '\r\n'),
  'CR and LF here and there': (bytes, random) =>
    relined(bytes, (lines) => lines.map((line) => (random.chance(0.5) ? `${line}\r` : line))),
  'CR alone': (bytes) => relined(bytes, (lines) => lines, '\r'),
  'blank lines': (bytes) => relined(bytes, (lines) => lines, '\n\n'),
  'a byte order mark': (bytes) => Buffer.concat([Buffer.from('\ufeff'), bytes]),
  'no newline at the end': (bytes) => bytes.subarray(0, -1),
  'the whole file twice': (bytes) => Buffer.concat([bytes, bytes]),
  'UTF-16': (bytes) => Buffer.from(bytes.toString(), 'utf16le'),
  emptied: () => Buffer.alloc(0),
};

/** Changes to a journal. */
export const JOURNAL_MUTATIONS: readonly [string, Mutation][] = [
  // The first group is included three times, because changes to bytes are the most common.
  ...[LOCAL, LOCAL, LOCAL, OF_LINES, OF_LINES, WHOLE].flatMap((group) => Object.entries(group)),
];
/** Changes to the file that records deliveries. */
export const PROGRESS_MUTATIONS: readonly [string, Mutation][] = [
  ...Object.entries({ ...LOCAL, ...OF_LINES, ...WHOLE }),
  ['deleted', () => undefined],
];

function changed(bytes: Buffer, random: Random, change: (byte: number) => number): Buffer {
  for (let count = random.between(1, 4); count > 0 && bytes.length > 0; count--) {
    const at = random.between(0, bytes.length - 1);
    bytes[at] = change(bytes[at] ?? 0);
  }
  return bytes;
}

function range({ length }: Buffer, random: Random, longest: number): [from: number, to: number] {
  const from = random.between(0, Math.max(0, length - 1));
  return [from, Math.min(length, from + random.between(1, Math.max(1, Math.floor(longest))))];
}

function without(bytes: Buffer, [from, to]: [number, number]): Buffer {
  return Buffer.concat([bytes.subarray(0, from), bytes.subarray(to)]);
}

function some(lines: readonly string[], random: Random): number {
  return random.between(0, Math.max(0, lines.length - 1));
}

function ofLines(changes: Record<string, (lines: string[], random: Random) => string[]>): Record<string, Mutation> {
  const mutationOf = (change: (typeof changes)[string]): Mutation => {
    return (bytes, random) => relined(bytes, (lines) => change(lines, random));
  };
  return Object.fromEntries(Object.entries(changes).map(([name, change]) => [name, mutationOf(change)]));
}

/** Latin-1 preserves every byte. */
function relined(bytes: Buffer, change: (lines: string[]) => string[], end = '\n'): Buffer {
  const before = bytes.toString('latin1').split('\n').slice(0, -1);
  const lines = before.length === 0 ? before : change(before);
  return Buffer.from(lines.map((line) => line + end).join(''), 'latin1');
}
