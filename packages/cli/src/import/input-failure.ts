/** A file that can't be read to its end. What was taken from it before stays. */
export class DamagedFile extends Error {
  readonly line: number | undefined;

  constructor(message: string, line?: number) {
    super(message);
    this.line = line;
  }
}
