import type { Masking } from '@testpoint/report';
import { type Redaction, redact, redactInTime } from '../result/masking/redaction.js';
import { isText } from '../result/text/text-content.js';
import { MaskStream } from '../service/bodies/mask-stream.js';

/** Masks in a report what delivery masks, too. */
export function maskingOf(redaction: Redaction): Masking {
  return {
    isNeeded: redaction.secrets.length + redaction.patterns.length > 0,
    text: (text) => redact(text, redaction),
    textInTime: (text) => redactInTime(text, redaction),
    stream: () => new MaskStream(redaction),
    isText,
  };
}
