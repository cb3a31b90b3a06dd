/** One of the benchmarks: a part of `npm run bench`. */
export interface Part {
  /** Usage text for `--help`, with one line for each option of the part. */
  usage: string;
  /**
   * Measures, and reports progress on standard error.
   * @param args the options of this part as typed
   * @returns the results as Markdown
   */
  run(args: readonly string[]): Promise<string>;
}
