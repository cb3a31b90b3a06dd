import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { KnownFailure, KnownInRun } from '../format.js';
import { listOf, type Members, membersOf } from '../members.js';
import * as messages from '../messages.js';
import type { Rows } from '../run/rows.js';

/** Where a team names its known failures, in the suite's folder. */
export const KNOWN_FAILURES_FILE = 'testpoint.known.json';

/** The file of known failures has a mistake. The message names the file and the place. */
export class KnownFailuresError extends Error {
  readonly code = 'WRONG_KNOWN_FAILURES';
}

const DAY = /^\d{4}-\d{2}-\d{2}$/;

/**
 * The known failures by external id; none without a file.
 * @param today as `YYYY-MM-DD`
 * @throws KnownFailuresError for a file with mistakes
 */
export function readKnownFailures(folder: string, today: string): Map<string, KnownFailure> {
  const path = resolve(folder, KNOWN_FAILURES_FILE);
  if (!existsSync(path)) return new Map();
  const wrong = (what: string) => new KnownFailuresError(`${path}: ${what}`);
  let content: unknown;
  try {
    content = JSON.parse(new TextDecoder().decode(readFileSync(path)));
  } catch (error) {
    throw wrong(messages.knownNotJson(error instanceof Error ? error.message : String(error)));
  }
  if (!Array.isArray(content)) throw wrong(messages.knownNotList);
  const known = new Map<string, KnownFailure>();
  for (const [index, item] of listOf(content).entries()) {
    const members = membersOf(item);
    const trouble = troubleWith(members);
    if (trouble !== undefined) throw wrong(`[${index}]${trouble}`);
    const { test, reason, owner, link, until } = members as unknown as Omit<KnownFailure, 'isExpired'>;
    known.set(test, {
      ...{ test, reason, owner, link, until },
      isExpired: until !== undefined && until < today,
    });
  }
  return known;
}

function troubleWith(members: Members): string | undefined {
  for (const name of ['test', 'reason']) {
    if (typeof members[name] !== 'string' || members[name] === '') return messages.knownWithout(name);
  }
  for (const name of ['owner', 'link', 'until']) {
    if (members[name] !== undefined && typeof members[name] !== 'string') return messages.knownNoText(name);
  }
  const { until } = members;
  if (typeof until !== 'string') return undefined;
  return DAY.test(until) && !Number.isNaN(Date.parse(until)) ? undefined : messages.knownNoDay;
}

/** Marks known failures, so that counts and groups set them apart. @returns the entries whose tests are in the run, with those that failed */
export function markKnown(rows: Rows, known: ReadonlyMap<string, KnownFailure>): KnownInRun[] {
  const inRun = new Map<string, KnownInRun>();
  for (let row = 0; known.size > 0 && row < rows.size; row++) {
    const failure = known.get(rows.id(row));
    if (failure === undefined) continue;
    const found = inRun.get(failure.test) ?? { ...failure, keys: [] };
    inRun.set(failure.test, found);
    if (rows.outcome(row) !== 'F') continue;
    const key = rows.keys[row] ?? '';
    if (!found.keys.includes(key)) found.keys.push(key);
    if (!failure.isExpired) rows.markKnown(row);
  }
  return [...inRun.values()];
}

/** Today's date where the command runs, as `YYYY-MM-DD`. */
export function today(now = new Date()): string {
  const two = (number: number) => String(number).padStart(2, '0');
  return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
}
