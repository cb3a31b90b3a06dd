/** A line, from `start` to `end`, in memory that is reused for the next line. */
export interface Line {
  bytes: Buffer;
  start: number;
  end: number;
  /** Its first bytes, each as a character (Latin-1), because searching a string is cheaper than searching bytes. */
  head: string;
}

/** A line of a journal with its position: `sequence` is its number, 0 for the session's line. */
export interface JournalLine extends Line {
  sequence: number;
  /** Its position in the file; undefined for a line that is in no file. */
  offset: number | undefined;
  /** Its size in the file, bytes. */
  length: number;
}

/** Size of a line's head, bytes: everything besides the body in most results. */
const HEAD = 384;

/** The part of a line to search as text. */
export function headOf(bytes: Buffer, start: number, end: number): string {
  return bytes.toString('latin1', start, Math.min(end, start + HEAD));
}
