import type { Envelope, Pickle } from '@cucumber/messages';

/** The part of what Cucumber passes to a formatter that we use. */
export interface FormatterOptions {
  cwd: string;
  eventBroadcaster: Record<
    'on' | 'prependListener',
    (event: 'envelope', listener: (message: Envelope) => void) => unknown
  >;
  /** Cucumber's option `formatOptions`. */
  parsedArgvOptions?: { testpoint?: object };
  snippetBuilder?: { build(step: { keywordType: string; pickleStep: Pickle['steps'][number] }): string };
  /** The file, or standard output. */
  stream?: unknown;
  /** Ends the file. */
  cleanup?(): Promise<unknown>;
}
