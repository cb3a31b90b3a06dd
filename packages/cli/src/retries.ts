import { setTimeout as wait } from 'node:timers/promises';
import { askedToWait, classifyAnswer, LONGEST_OBEYED, ServiceError } from '@testpoint/core/service';
import { CommandFailure, EXIT } from './failure.js';
import { waitingForService } from './messages.js';
import { paintError, say } from './terminal.js';
import { showWaiting } from './waiting.js';

/** How long the caller is willing to wait for the service. */
export interface Patience {
  /** Default 4. */
  tries?: number;
  /** Time for the answer, including all retries, milliseconds. Default: no limit. */
  within?: number;
  /** Longest Retry-After to obey, milliseconds. Default: five minutes. */
  obeyed?: number;
  /** Stops the wait. */
  signal?: AbortSignal;
  /** Whether to be silent about retries now. */
  isQuiet?(): boolean;
}

const TRIES = 4;
const FIRST_WAIT = 500;

/**
 * Calls the service a few times, as long as a retry may help. Doubles the wait each time, or waits as long as the
 * service asks.
 * @throws CommandFailure when the patience is exhausted; otherwise the service's own error
 */
export async function withRetries<T>(
  what: string,
  request: (options: { signal: AbortSignal }) => Promise<T>,
  { tries = TRIES, within, obeyed = LONGEST_OBEYED, signal, isQuiet }: Patience = {},
): Promise<T> {
  const limits = [signal, within === undefined ? undefined : AbortSignal.timeout(within)];
  const limit = AbortSignal.any(limits.filter((one) => one !== undefined));
  let trouble: unknown;
  for (let attempt = 1; ; attempt++) {
    try {
      return await showWaiting(waitingForService, request({ signal: limit }), isQuiet);
    } catch (error) {
      if (limit.aborted) throw outOfTime(what, within, trouble);
      if (!(error instanceof ServiceError) || classifyAnswer(error) !== 'retry' || attempt >= tries) throw error;
      trouble = error;
      const { retryAfterMs = 0 } = error;
      if (retryAfterMs > obeyed) {
        throw new CommandFailure(`${what}: ${askedToWait(retryAfterMs)}.`, EXIT.failed, error);
      }
      const pause = Math.max(FIRST_WAIT * 2 ** (attempt - 1), retryAfterMs);
      if (isQuiet?.() !== true) say(paintError.dim(`${what}: ${error.message} Retrying in ${pause / 1000} s.`));
      const pausing = wait(pause, undefined, { signal: limit }).catch(() => {
        throw outOfTime(what, within, trouble);
      });
      await showWaiting(waitingForService, pausing, isQuiet);
    }
  }
}

/** Converts a failure of the service to a failure of the command. Returns other errors unchanged. */
export function commandFailure(what: string, error: unknown): unknown {
  return error instanceof ServiceError ? new CommandFailure(`${what}: ${error.message}`, EXIT.failed, error) : error;
}

/** @param trouble the error of the last attempt, if any */
function outOfTime(what: string, within: number | undefined, trouble: unknown): CommandFailure {
  const time = within === undefined ? 'in time' : `within ${within / 1000} s`;
  const why = trouble instanceof ServiceError ? trouble.message : `no answer ${time}.`;
  return new CommandFailure(`${what}: ${why}`, EXIT.failed, trouble);
}
