import type { SampleJournal } from './samples.js';

/** The parts of a sample's line that the verdict needs. */
interface RecordedLine {
  kind: string;
  key?: number;
  /** Only for a settlement. */
  of?: number;
  /** Of a settlement, further keys and lines by turns. */
  others?: number[];
  id?: string;
  body?: { autoTestExternalId: string };
  line: number;
}

/** The remains of a sample in a mutated journal. */
export interface Remains {
  /** Numbers of its intact lines. */
  intact: ReadonlySet<number>;
  /** Number of the first intact line in the file. */
  first: number | undefined;
  /** Whether there is other text: anything but halves of lines that an intact line follows, or half of a last line. */
  isSpoiled: boolean;
  /** Whether it contains nothing except, at most, half of its first line. */
  isEmpty: boolean;
}

/** Recognizes half a line. It has no checksum yet, so a change in it is undetectable. */
const HALF = /^\{"kind":"(?!.*"crc":"[^"]{8}"\})[ -\u00ff]*$/;
/** The beginning of the first line. Half of it contains nothing to lose. */
const BEGINNING = '{"kind":"session"';

/** The records of a session, and which of them must arrive. */
export class Recorded {
  readonly #sample: SampleJournal;
  readonly #lines: readonly RecordedLine[];

  constructor(sample: SampleJournal) {
    this.#sample = sample;
    this.#lines = sample.lines.map((line) => JSON.parse(line) as RecordedLine);
  }

  remainsIn(journal: Buffer): Remains {
    const text = journal.toString('latin1').replace(/^\u00ef\u00bb\u00bf/, '');
    const pieces = text.split('\n');
    const tail = pieces.pop() ?? '';
    const originals = this.#sample.lines.map((line) => Buffer.from(line).toString('latin1'));
    const isPrefix = (piece: string) => originals.some((line) => line.startsWith(piece) && line !== piece);
    const intact = new Set<number>();
    let first: number | undefined;
    let isSpoiled = false;
    /** Whether half a line has a line end, and no intact line follows. */
    let endsWithHalf = false;
    for (const piece of [...pieces.map((line) => (line.endsWith('\r') ? line.slice(0, -1) : line)), tail]) {
      if (piece === '') continue;
      const number = originals.findIndex((line) => piece.endsWith(line));
      const before = number < 0 ? piece : piece.slice(0, piece.length - (originals[number]?.length ?? 0));
      const isHalf = isPrefix(before) || (HALF.test(before) && !isJson(before));
      isSpoiled ||= !isHalf;
      endsWithHalf = number < 0 && (endsWithHalf || piece !== tail);
      if (number < 0) continue;
      first ??= number;
      intact.add(number);
    }
    const isEmpty = pieces.every((piece) => piece === '') && BEGINNING.startsWith(tail.slice(0, BEGINNING.length));
    return { intact, first, isSpoiled: isSpoiled || endsWithHalf, isEmpty };
  }

  /** Whether missing lines are detectable, because others follow them. */
  hasGap({ intact }: Remains): boolean {
    const last = Math.max(-1, ...intact);
    return this.#lines.some(({ line }) => line < last && !intact.has(line) && !this.#sample.sent.has(line));
  }

  /** Whether every line exists, or was delivered before. */
  isWhole({ intact }: Remains): boolean {
    return this.#lines.every(({ line }) => intact.has(line) || this.#sample.sent.has(line));
  }

  /** Bodies of the results that were not delivered before and whose lines are intact, by external id. */
  owed({ intact }: Remains): Map<string, string> {
    const owed = new Map<string, string>();
    for (const { kind, line, body, of, others = [] } of this.#lines) {
      if (!intact.has(line)) continue;
      // Of a settlement's others, every second number is a line.
      const settled = kind === 'settled' ? [of ?? -1, ...others.filter((_, index) => index % 2 === 1)] : [];
      for (const result of kind === 'result' ? [{ line, body }] : settled.map((number) => this.#lines[number])) {
        if (result?.body === undefined || !intact.has(result.line) || this.#sample.sent.has(result.line)) continue;
        owed.set(result.body.autoTestExternalId, canonical(result.body));
      }
    }
    return owed;
  }

  /** Whether a body equals that of a recorded result, provisional or not. */
  has(externalId: string, body: unknown): boolean {
    const text = canonical(body);
    return this.#lines.some((line) => line.body?.autoTestExternalId === externalId && canonical(line.body) === text);
  }

  wasSent(externalId: string): boolean {
    return this.#lines.some(({ body, line }) => body?.autoTestExternalId === externalId && this.#sample.sent.has(line));
  }
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** Equal for equal content, whatever ids its attachments have. */
function canonical(body: unknown): string {
  return JSON.stringify(body, (name, value: unknown) => {
    if (name === 'attachments' && Array.isArray(value)) return value.length;
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
    return Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)));
  });
}
