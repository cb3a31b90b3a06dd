import { existsSync, readFileSync, type Stats, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { isOptionKey, type OptionKey } from './option-table.js';
import type { Settings } from './settings.js';

/** The file in which `testpoint serve` says how to reach its server, below the folder in which it runs. */
export const LOCAL_SERVER_FILE = join('.testpoint', 'serve', 'server.json');

/** The content of that file. */
export interface LocalServer
  extends Required<
    Pick<Settings, 'projectGlobalId' | 'testPlanGlobalId' | 'configurationId' | 'configurationGlobalId'>
  > {
  /** Address of the server, on loopback. */
  url: string;
  /** Id of its database. */
  id: string;
  /** The key that it accepts, new for each start. */
  key: string;
  /** Its process. */
  pid: number;
}

/** A running server of `testpoint serve`, and the file that names it. */
export interface FoundServer {
  server: LocalServer;
  file: string;
}

/** Looks for a server from a folder upwards to the repository's root; the nearest one counts. Never throws. */
export function findLocalServer(folder: string): FoundServer | undefined {
  for (let from = folder; ; from = dirname(from)) {
    const file = join(from, LOCAL_SERVER_FILE);
    const server = readLocalServer(file);
    if (server !== undefined) return { server, file };
    if (dirname(from) === from || existsSync(join(from, '.git'))) return undefined;
  }
}

/** The server that the file names; undefined if its process has ended, or if another user could have written the file. */
export function readLocalServer(file: string): LocalServer | undefined {
  try {
    const status = statSync(file, { throwIfNoEntry: false });
    if (status === undefined || !isPrivate(status)) return undefined;
    const server: LocalServer = JSON.parse(readFileSync(file, 'utf8'));
    return isLocalServer(server) && isAlive(server.pid) ? server : undefined;
  } catch {
    // It is being replaced, or is not ours.
    return undefined;
  }
}

/**
 * Makes settings report to that server: each session creates a run of its own there, which needs no test points.
 * @param keepsRun whether `testRunId` is the run of `testpoint exec`
 */
export function reportLocally(settings: Partial<Settings>, { server }: FoundServer, keepsRun: boolean): OptionKey[] {
  const { url, key, id, projectGlobalId, testPlanGlobalId, configurationId, configurationGlobalId } = server;
  const local = {
    ...{ url, secretKey: key, runUrl: `${url}/runs/{id}`, api: 'v2', finish: 'auto' },
    ...{ projectGlobalId, testPlanGlobalId, testPoints: [], createRun: true, configurationId, configurationGlobalId },
  } as const satisfies Partial<Settings>;
  if (!keepsRun) delete settings.testRunId;
  delete settings.userName;
  Object.assign(settings, local, { localServer: id });
  return Object.keys(local).filter(isOptionKey);
}

/** Windows has neither owners nor modes here; its folders of a user are private. */
function isPrivate({ uid, mode }: Stats): boolean {
  return process.getuid === undefined || (uid === process.getuid() && (mode & 0o077) === 0);
}

function isLocalServer(value: Partial<Record<keyof LocalServer, unknown>>): boolean {
  const { url, id, key, pid, projectGlobalId, testPlanGlobalId, configurationId, configurationGlobalId } = value;
  return (
    typeof url === 'string' &&
    LOOPBACK.test(url) &&
    [id, key, configurationId].every((text) => typeof text === 'string') &&
    [pid, projectGlobalId, testPlanGlobalId, configurationGlobalId].every(Number.isSafeInteger)
  );
}

/** The server listens nowhere else. */
const LOOPBACK = /^http:\/\/(?:127\.0\.0\.1|\[::1\]):\d+$/;

/** A process of another user is alive, too, but can't be ours. */
function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
