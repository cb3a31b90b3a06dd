import { createContext } from 'preact';
import type { Source, TraceOpener } from '../../data/source.js';

/** Everything that attachments need, anywhere in a result. */
export interface AttachmentContext {
  source: Source;
  openTrace: TraceOpener | undefined;
}

export const attachmentContext = createContext<AttachmentContext | undefined>(undefined);
