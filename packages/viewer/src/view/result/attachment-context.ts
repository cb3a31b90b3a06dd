import { createContext } from 'preact';
import type { Source } from '../../data/source.js';

/** Everything that attachments need, anywhere in a result. */
export interface AttachmentContext {
  source: Source;
  /** Whether there is a trace viewer that works here. */
  hasTraceViewer: boolean;
}

export const attachmentContext = createContext<AttachmentContext | undefined>(undefined);
