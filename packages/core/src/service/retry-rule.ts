import { isShortage } from '../between-threads/descriptors.js';
import { ServiceError } from './errors.js';

/** May a failed request be made again? */
export interface RetryRule {
  /** How often it may fail in this way: 1 for what another try would not change. */
  tries: number;
  /** `backoff`: longer with each try. `brief`: our own trouble, which may be over soon. */
  pause: 'backoff' | 'brief';
  /** What the failure shows of the service, for the circuit breaker. */
  shows: 'an answer' | 'no answer' | 'nothing';
}

const NEVER = 1;
const ALWAYS = Number.POSITIVE_INFINITY;
/** Uploads with unreadable answers before the attachment is given up: once is the network's mood, every time is the service's way. */
const MISREAD_UPLOADS = 3;

/** By a `ServiceError`'s code: how often, and what it shows if no answer came. Other requests are not repeated. */
const RULES: Readonly<Record<string, Pick<RetryRule, 'tries' | 'shows'>>> = {
  CONNECTION_FAILED: { tries: ALWAYS, shows: 'no answer' },
  TIMED_OUT: { tries: ALWAYS, shows: 'no answer' },
  UNAVAILABLE: { tries: ALWAYS, shows: 'an answer' },
  NOT_LOADED: { tries: ALWAYS, shows: 'nothing' },
};

/** The rule for what a request has failed with; anything but a `ServiceError` is not made again. */
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
