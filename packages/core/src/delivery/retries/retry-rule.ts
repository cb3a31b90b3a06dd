import { isShortage } from '../../descriptors.js';
import type { ServiceError } from '../../service/errors.js';

/** What a failed request shows, and how often to send it. */
export interface RetryRule {
  /** How often it may fail in this way: 1 if a retry would not help. */
  tries: number;
  /** `nothing`: it was not sent, or the problem is ours. */
  shows: 'an answer' | 'no answer' | 'nothing';
}

/**
 * After this many uploads with unreadable answers, give up the attachment: one is bad luck, but three are how the service
 * behaves.
 */
const MISREAD_UPLOADS = 3;
const WITHOUT_ANSWER: ReadonlySet<string> = new Set(['CONNECTION_FAILED', 'TIMED_OUT']);

export function retryRuleOf(error: ServiceError): RetryRule {
  const { code, operation, answered } = error;
  const isMisreadUpload = code === 'UNREADABLE_ANSWER' && operation === 'upload-attachment';
  const isSilence = WITHOUT_ANSWER.has(code) && !isShortage(error);
  return {
    tries: error.isRetryable ? Number.POSITIVE_INFINITY : isMisreadUpload ? MISREAD_UPLOADS : 1,
    shows: answered ? 'an answer' : isSilence ? 'no answer' : 'nothing',
  };
}
