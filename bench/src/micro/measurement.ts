/** Options of all measurements of this part. */
export interface MicroOptions {
  /** How often to measure each thing; compared things take turns. */
  repeats: number;
  /** Number of results in a journal whose delivery is compared with the bare loop. */
  results: number;
  /** Number of small attachments (2 KiB). */
  smallFiles: number;
  /** Size of the large attachment, MiB. */
  largeFile: number;
  /** Size of the large journal to flush, MiB. */
  journal: number;
  /** How long to watch an idle session, seconds. */
  idle: number;
}

/** One measurement, with its heading. */
export interface Measurement {
  title: string;
  /** The results as Markdown, without the heading. */
  run(options: MicroOptions): Promise<string>;
}
