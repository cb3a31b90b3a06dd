import { createReadStream, existsSync, type ReadStream } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { type CatalogEntry, type CatalogLine, catalogPath, plainFiles } from '@testpoint/core/cli';
import { CommandFailure, EXIT, messageOf } from '../failure.js';
import * as messages from './messages.js';

/** The tests of an outbox's catalog. */
export interface Catalog {
  /** Each test once in each suite and project, as last seen. */
  tests: CatalogEntry[];
  /** Those that are still there: the last session that ran their whole file had them, and the file exists. */
  current: CatalogEntry[];
}

/** @throws CommandFailure if there is no catalog, or it can't be read */
export async function readCatalog(outbox: string): Promise<Catalog> {
  const path = catalogPath(outbox);
  if (!existsSync(path)) throw new CommandFailure(messages.noCatalog(path), EXIT.failed);
  const tests = new Map<string, CatalogLine>();
  const lastRuns = new Map<string, number>();
  for await (const line of createInterface({ input: openCatalog(path), crlfDelay: Number.POSITIVE_INFINITY })) {
    const entry = parsed(line);
    // A line may be cut off, because its process died.
    if (!isEntry(entry)) continue;
    const file = fileKey(entry);
    const lastRun = lastRuns.get(file) ?? 0;
    const at = entry.at || lastRun;
    lastRuns.set(file, Math.max(at, lastRun));
    tests.set(JSON.stringify([file, entry.externalId, entry.titlePath]), { ...entry, at });
  }
  const all = [...tests.values()];
  const isGone = goneFiles(all, dirname(resolve(outbox)));
  return { tests: all, current: all.filter((test) => test.at === lastRuns.get(fileKey(test)) && !isGone(test)) };
}

/** Each test once, in whichever suites and projects it runs. */
export function distinct(tests: readonly CatalogEntry[]): CatalogEntry[] {
  const keyOf = ({ externalId, file, titlePath }: CatalogEntry) => JSON.stringify([externalId, file, titlePath]);
  return [...new Map(tests.map((test) => [keyOf(test), test])).values()];
}

export function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export function isEntry(value: unknown): value is CatalogLine {
  return (
    typeof value === 'object' &&
    value !== null &&
    'externalId' in value &&
    typeof value.externalId === 'string' &&
    'file' in value &&
    typeof value.file === 'string' &&
    'titlePath' in value &&
    Array.isArray(value.titlePath)
  );
}

function fileKey({ suite, project, file }: CatalogLine): string {
  return JSON.stringify([suite, project, file]);
}

/** Tells which files were deleted. In a suite without a single file, nothing is known: it may have run on another machine. */
function goneFiles(tests: readonly CatalogLine[], base: string): (test: CatalogLine) => boolean {
  const found = new Map<string, boolean>();
  const suites = new Set<string>();
  const pathOf = ({ suite, file }: CatalogLine) => resolve(base, suite?.[1] ?? '', file);
  for (const test of tests) {
    const path = pathOf(test);
    const isThere = found.get(path) ?? existsSync(path);
    found.set(path, isThere);
    if (isThere) suites.add(JSON.stringify(test.suite));
  }
  return (test) => suites.has(JSON.stringify(test.suite)) && found.get(pathOf(test)) !== true;
}

function openCatalog(path: string): ReadStream {
  try {
    return createReadStream(path, { fd: plainFiles.open(path) });
  } catch (error) {
    throw new CommandFailure(messages.unreadableCatalog(messageOf(error)), EXIT.failed);
  }
}
