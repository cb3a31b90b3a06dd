/** What all measurements of this part are told. */
export interface MicroOptions {
  /** Times that each thing is measured; things that are compared take turns. */
  repeats: number;
  /** Results of a journal whose delivery is compared with the bare loop. */
  results: number;
  /** Attachments of 2 KiB; bytes come from the name: many are small. */
  smallFiles: number;
  /** MiB of the one large attachment. */
  largeFile: number;
  /** MiB of the journal that is opened. */
  journal: number;
  /** Seconds that an idle session is watched. */
  idle: number;
}

/** One thing measured, with a heading of its own. */
export interface Measurement {
  title: string;
  /** What was measured, as Markdown without the heading. */
  run(options: MicroOptions): Promise<string>;
}
