import { chownSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { TestJournal } from './journals.js';

/** The id of a user and a group without privileges. */
const ORDINARY = 65_534;

/** Runs the action without root's privileges, because root may read everything. The journal's outbox belongs to the ordinary user. */
export async function asOrdinaryUser<T>({ outbox }: TestJournal, action: () => Promise<T>): Promise<T> {
  if (process.getuid?.() !== 0) return action();
  for (const name of ['', ...readdirSync(outbox, { recursive: true, encoding: 'utf8' })]) {
    chownSync(join(outbox, name), ORDINARY, ORDINARY);
  }
  process.seteuid?.(ORDINARY);
  try {
    return await action();
  } finally {
    process.seteuid?.(0);
  }
}
