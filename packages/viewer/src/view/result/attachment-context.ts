import { createContext } from 'preact';
import type { Source, TraceOpener } from '../../data/source.js';

/** Everything that attachments need, anywhere in a result. */
export interface AttachmentContext {
  source: Source;
  openTrace: TraceOpener | undefined;
  /** Whether the report has a trace viewer that works here. */
  hasTraceViewer: boolean;
}

export const attachmentContext = createContext<AttachmentContext | undefined>(undefined);
