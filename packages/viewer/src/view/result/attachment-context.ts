import { createContext } from 'preact';
import type { Source, TraceOpener } from '../../data/source.js';

/** What attachments need, wherever in a result they are. */
export interface AttachmentContext {
  source: Source;
  openTrace: TraceOpener | undefined;
}

export const attachmentContext = createContext<AttachmentContext | undefined>(undefined);
