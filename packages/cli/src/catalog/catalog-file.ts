import { createReadStream, existsSync, type ReadStream } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { type CatalogEntry, type CatalogLine, catalogPath, plainFiles } from '@testpoint/core/cli';
import { CommandFailure, EXIT, messageOf } from '../failure.js';
import * as messages from './messages.js';

/** The tests of the catalogs of one or more outboxes. */
export interface Catalog {
  /** Each test once, in whichever projects and environments it runs, as last seen. */
  tests: CatalogEntry[];
  /** Those that are still there, once for each project and environment: the last session that ran their whole file had them, and the file exists. */
  current: CatalogEntry[];
}

/** An entry that knows where it is from. */
interface KnownTest extends CatalogLine {
  /** The absolute path of its file. */
  path: string;
}

/** @throws CommandFailure if there is no catalog, or it can't be read */
export async function readCatalogs(outboxes: readonly string[]): Promise<Catalog> {
  const tests = new Map<string, KnownTest>();
  const lastRuns = new Map<string, number>();
  for (const outbox of outboxes) {
    const path = catalogPath(outbox);
    if (!existsSync(path)) throw new CommandFailure(messages.noCatalog(path), EXIT.failed);
    const base = dirname(resolve(outbox));
    for await (const line of createInterface({ input: openCatalog(path), crlfDelay: Number.POSITIVE_INFINITY })) {
      const entry = parsed(line);
      // A line may be cut off, because its process died.
      if (!isEntry(entry)) continue;
      const test = { ...entry, path: resolve(base, entry.suite?.[1] ?? '', entry.file) };
      const file = fileKey(test);
      const lastRun = lastRuns.get(file) ?? 0;
      test.at = entry.at || lastRun;
      lastRuns.set(file, Math.max(test.at, lastRun));
      tests.set(JSON.stringify([file, entry.externalId, entry.titlePath]), test);
    }
  }
  const all = [...tests.values()];
  const isGone = goneFiles(all);
  return {
    tests: distinct(all),
    current: all.filter((test) => test.at === lastRuns.get(fileKey(test)) && !isGone(test)),
  };
}

function distinct(tests: readonly KnownTest[]): CatalogEntry[] {
  const keyOf = ({ externalId, path, titlePath }: KnownTest) => JSON.stringify([externalId, path, titlePath]);
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

function fileKey({ suite, project, path }: KnownTest): string {
  const [framework, , environment] = suite ?? [];
  return JSON.stringify([framework, environment, project, path]);
}

/** Tells which files were deleted. In a suite without a single file, nothing is known: it may have run on another machine. */
function goneFiles(tests: readonly KnownTest[]): (test: KnownTest) => boolean {
  const found = new Map([...new Set(tests.map(({ path }) => path))].map((path) => [path, existsSync(path)]));
  const suites = new Set(tests.filter(({ path }) => found.get(path)).map(({ suite }) => JSON.stringify(suite)));
  return ({ suite, path }) => found.get(path) !== true && suites.has(JSON.stringify(suite));
}

function openCatalog(path: string): ReadStream {
  try {
    return createReadStream(path, { fd: plainFiles.open(path) });
  } catch (error) {
    throw new CommandFailure(messages.unreadableCatalog(messageOf(error)), EXIT.failed);
  }
}
