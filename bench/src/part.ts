/** One of the benchmarks: a part of `npm run bench`, and a section of docs/performance.md. */
export interface Part {
  /** Its usage for `--help`, with one line for each of its own options. */
  usage: string;
  /**
   * Measures, and reports progress on standard error.
   * @param args the options of this part as typed
   * @returns the results as Markdown
   */
  run(args: readonly string[]): Promise<string>;
}
