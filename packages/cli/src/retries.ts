import { setTimeout as wait } from 'node:timers/promises';
import { isRetryable, ServiceError } from '@testpoint/core/service';
import { CommandFailure, EXIT } from './failure.js';
import { paintError, say } from './terminal.js';

const TRIES = 4;
/** Where somebody waits for something else to begin. */
export const FEW_TRIES = 2;
const FIRST_WAIT = 500;
const LONGEST_WAIT = 30_000;

/** Asks the service a few times, as long as another try may help. Waits twice as long each time, or as it is told to. */
export async function withRetries<T>(what: string, request: () => Promise<T>, tries = TRIES): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await request();
    } catch (error) {
      if (!isRetryable(error) || attempt >= tries || !(error instanceof ServiceError)) throw error;
      const pause = Math.min(Math.max(FIRST_WAIT * 2 ** (attempt - 1), error.retryAfterMs ?? 0), LONGEST_WAIT);
      say(paintError.dim(`${what}: ${error.message} Asking again in ${pause / 1000} s.`));
      await wait(pause);
    }
  }
}

/** A failure of the service as a failure of the command; others pass. */
export function commandFailure(what: string, error: unknown): unknown {
  return error instanceof ServiceError ? new CommandFailure(`${what}: ${error.message}`, EXIT.failed, error) : error;
}
