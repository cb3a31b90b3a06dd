import { dirname, relative, resolve, sep } from 'node:path';
import { workingFolder } from '../../built-ins/at-load.js';
import type { SuiteName } from '../../in-test/selection.js';
import type { SessionFiles } from '../../outbox/format/session-files.js';
import { Catalog } from '../../outbox/write/catalog.js';
import { createSession } from '../../outbox/write/new-session.js';
import { outboxElsewhere, outboxInMemory } from '../messages.js';

/** The folder of a session, if there is one. */
interface SessionFolder {
  files?: SessionFiles;
  catalog?: Catalog;
  /** The session's folder as a user would type it. */
  shown?: string;
  /** The problem. */
  trouble?: string;
}

/** Creates the session's folder in the first place that works. @param outboxes best first */
export function makeSessionFolder(
  outboxes: readonly (() => string)[],
  framework: string,
  reportOnly: boolean,
  cwd = workingFolder,
): SessionFolder {
  let first: string | undefined;
  for (let index = 0; index < outboxes.length; index++) {
    try {
      const outbox = outboxes[index]?.() ?? '';
      const files = createSession(outbox, framework, reportOnly);
      const folder = { files, catalog: new Catalog(outbox), shown: asTyped(files.directory, cwd) };
      return first === undefined ? folder : { ...folder, trouble: outboxElsewhere(first, outbox) };
    } catch (error) {
      first ??= error instanceof Error ? error.message : String(error);
    }
  }
  return first === undefined ? {} : { trouble: outboxInMemory(first) };
}

/** A folder as a user would type it. */
function asTyped(path: string, cwd: string): string {
  const short = relative(cwd, path);
  return short === '' || short.startsWith('..') ? path : short;
}

/** Tells suites with one outbox apart. The folder is relative to the outbox's, because both may be on another machine next time. */
export function suiteName(framework: string, idRoot: string, outbox: string, environment = ''): SuiteName {
  const folder = relative(dirname(resolve(outbox)), resolve(idRoot));
  return [framework, sep === '/' ? folder : folder.split(sep).join('/'), environment];
}
