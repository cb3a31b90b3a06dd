import { existsSync } from 'node:fs';
import type { Settings } from '@testpoint/core/cli';
import { newFailuresOf, type Run } from '@testpoint/report';
import { CommandFailure, EXIT, messageOf } from './failure.js';
import { unreadableHistory } from './messages.js';

/**
 * Rows of failures that are new compared with a history; undefined if there is no earlier run.
 * @throws CommandFailure if the history can't be read
 */
export async function newFailuresIn(
  history: string,
  run: Run,
  { defaultBranch }: Readonly<Partial<Settings>>,
): Promise<number[] | undefined> {
  if (!existsSync(history)) return undefined;
  try {
    return await newFailuresOf(history, run, defaultBranch);
  } catch (error) {
    throw new CommandFailure(unreadableHistory(messageOf(error)), EXIT.usage, error);
  }
}
