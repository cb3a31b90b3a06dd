import { isShortage } from '../../descriptors.js';
import { ServiceError } from '../errors.js';

/** Whether and when to retry a failed request. */
export interface RetryRule {
  /** How often it may fail in this way: 1 if a retry would not help. */
  tries: number;
  /** `backoff`: longer with each attempt. `brief`: a problem of our own, which may be over soon. */
  pause: 'backoff' | 'brief';
  /** What the failure shows about the service, for the circuit breaker. */
  shows: 'an answer' | 'no answer' | 'nothing';
}

const NEVER = 1;
const ALWAYS = Number.POSITIVE_INFINITY;
/**
 * After this many uploads with unreadable answers, give up the attachment: one is bad luck, but three are how the service
 * behaves.
 */
const MISREAD_UPLOADS = 3;

/**
 * By the code of a `ServiceError`: how often to retry, and what it shows if there was no answer. Requests with other errors
 * are not retried.
 */
const RULES: Readonly<Record<string, Pick<RetryRule, 'tries' | 'shows'>>> = {
  CONNECTION_FAILED: { tries: ALWAYS, shows: 'no answer' },
  TIMED_OUT: { tries: ALWAYS, shows: 'no answer' },
  UNAVAILABLE: { tries: ALWAYS, shows: 'an answer' },
  NOT_LOADED: { tries: ALWAYS, shows: 'nothing' },
};

/** The rule for a request's error. Anything except a `ServiceError` is not retried. */
export function retryRuleOf(error: unknown): RetryRule {
  if (!(error instanceof ServiceError)) return { tries: NEVER, pause: 'backoff', shows: 'nothing' };
  const { code, operation, answered } = error;
  if (!answered && isShortage(error)) return { tries: ALWAYS, pause: 'brief', shows: 'nothing' };
  const isMisreadUpload = code === 'UNREADABLE_ANSWER' && operation === 'upload-attachment';
  const { tries, shows } = RULES[code] ?? { tries: isMisreadUpload ? MISREAD_UPLOADS : NEVER, shows: 'nothing' };
  return { tries, pause: 'backoff', shows: answered ? 'an answer' : shows };
}

/** Whether the same request may succeed later, without any change on our side. */
export function isRetryable(error: unknown): boolean {
  return retryRuleOf(error).tries === ALWAYS;
}
