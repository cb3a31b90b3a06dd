import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { type } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { LocalServer } from '@testpoint/core/cli';
import type { RunningServer, ServerOptions } from '@testpoint/reference-server';
import { CommandFailure, EXIT } from '../failure.js';
import { findManifest } from '../init/manifest.js';
import { noServer, planOfServe } from './messages.js';
import { idOf } from './talk.js';

interface ServerPackage {
  startServer(options: ServerOptions): Promise<RunningServer>;
}

interface Started {
  server: LocalServer;
  /** Stops the server and deletes its file. */
  close(): Promise<void>;
}

const PACKAGE = '@testpoint/reference-server';
const DEFAULT_PORT = 7357;
const PROJECT = 1;
const PLAN = 1;
/** The same for every start, so that the tests have one history. */
const CONFIGURATION = { globalId: 1, id: '7e57f017-0000-4000-8000-000000000001' };

/**
 * Starts the server and writes the file by which reporters find it.
 * @param folder it serves
 * @param port default: the usual one, or a free one if that is taken
 * @throws CommandFailure with the reason why it can't start
 */
export async function startLocalServer(folder: string, file: string, port: number | undefined): Promise<Started> {
  const { startServer } = await loadServer(folder);
  makePrivateFolder(dirname(file));
  const key = randomBytes(32).toString('base64url');
  const options: ServerOptions = {
    database: join(dirname(file), 'results.db'),
    catalog: {
      ...{ users: [], testCases: [] },
      projects: [{ globalId: PROJECT, name: nameOf(folder) }],
      configurations: [{ ...CONFIGURATION, projectGlobalId: PROJECT, name: `${type()}, Node ${process.version}` }],
      testPlans: [{ globalId: PLAN, projectGlobalId: PROJECT, name: planOfServe, testPoints: [] }],
    },
    localKey: key,
  };
  const running = await startServer({ ...options, port: port ?? DEFAULT_PORT })
    .catch((error: unknown) => {
      if (port !== undefined || !isPortTaken(error)) throw error;
      return startServer({ ...options, port: 0 });
    })
    .catch((error: Error) => {
      throw new CommandFailure(error.message, EXIT.failed, error);
    });
  const server: LocalServer = {
    ...{ url: running.url, id: await idOf(running.url), key, pid: process.pid },
    ...{ projectGlobalId: PROJECT, testPlanGlobalId: PLAN },
    ...{ configurationId: CONFIGURATION.id, configurationGlobalId: CONFIGURATION.globalId },
  };
  writePrivately(file, JSON.stringify(server));
  return {
    server,
    close: async () => {
      rmSync(file, { force: true });
      await running.close();
    },
  };
}

/** Deletes the results of earlier starts. */
export function forget(file: string): void {
  rmSync(dirname(file), { recursive: true, force: true });
}

/** The package is installed in the project, or beside the command line. */
async function loadServer(folder: string): Promise<ServerPackage> {
  for (const from of [join(folder, 'package.json'), import.meta.url]) {
    let path: string;
    try {
      path = createRequire(from).resolve(PACKAGE);
    } catch {
      continue;
    }
    return import(pathToFileURL(path).href);
  }
  throw new CommandFailure(noServer(PACKAGE), EXIT.failed);
}

function isPortTaken(error: unknown): boolean {
  const { cause } = error as { cause?: NodeJS.ErrnoException };
  return cause?.code === 'EADDRINUSE';
}

/** The name in the folder's package.json, or the folder's own. */
function nameOf(folder: string): string {
  return findManifest(folder)?.name || basename(folder);
}

/** Below the outbox, which git ignores. */
function makePrivateFolder(folder: string): void {
  const outbox = dirname(folder);
  const ignored = join(outbox, '.gitignore');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  if (!existsSync(ignored)) writeFileSync(ignored, '*\n', { mode: 0o600 });
}

/** A reader sees the whole file or none. */
function writePrivately(file: string, content: string): void {
  const part = `${file}.${process.pid}`;
  rmSync(part, { force: true });
  writeFileSync(part, content, { mode: 0o600, flag: 'wx' });
  renameSync(part, file);
}
