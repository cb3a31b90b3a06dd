/** One of the benchmarks: a part of `npm run bench`, and a section of docs/performance.md. */
export interface Part {
  /** How it is used, for `--help`: one line for each option of its own. */
  usage: string;
  /**
   * Measures, and says how it goes on standard error.
   * @param args the options of this part as they were typed
   * @returns what was measured, as Markdown
   */
  run(args: readonly string[]): Promise<string>;
}
