/** A line where it lies, from `start` to `end`, in memory that is used again when the next line is asked for. */
export interface Line {
  bytes: Buffer;
  start: number;
  end: number;
  /** Its first bytes, each a character (Latin-1): to search a text is cheaper than to search bytes. */
  head: string;
}

/** A line of a journal with its place: `sequence` is its number, 0 being the session's line. */
export interface JournalLine extends Line {
  sequence: number;
  /** Where it begins in the file; undefined for a line that is in no file. */
  offset: number | undefined;
  /** Bytes that it has in the file. */
  length: number;
}

/** Bytes of a line's head: what most results say besides their body. */
const HEAD = 384;

/** What is searched of a line as text. */
export function headOf(bytes: Buffer, start: number, end: number): string {
  return bytes.toString('latin1', start, Math.min(end, start + HEAD));
}
