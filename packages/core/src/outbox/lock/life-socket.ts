import { closeSync, constants, lstatSync, openSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, isAbsolute, join } from 'node:path';
import type { LockOwner } from './lock-file.js';

/** A socket whose only purpose is to exist as long as its process: a suspended process still has it, a dead one does not. */
export interface LifeSocket {
  /** Its address, as in the lock's file. */
  address: string;
  close(): void;
}

/** The result of connecting to a lock owner's socket. */
export type Answer = 'there' | 'refused' | 'unclear';

/** A path under which the system finds a socket, and a function that releases it. */
interface Way {
  path: string;
  close(): void;
}

/** Length of a socket's path that every system accepts, bytes; macOS has room for 103, Linux for 107. */
const LONGEST_PATH = 100;
/** Maximum time of a connection attempt, milliseconds; sockets of the same machine answer at once. */
const PATIENCE = 1_000;

/** Listens in the session's folder or, if that is impossible, in the temporary folder. Undefined if neither works. */
export async function openLifeSocket(
  directory: string,
  number: number,
  token: string,
): Promise<LifeSocket | undefined> {
  if (process.platform === 'win32') {
    const pipe = `\\\\.\\pipe\\testpoint-${token}`;
    return listen({ path: pipe, close() {} }, pipe);
  }
  const name = `live.${number}`;
  // A killed thread may have left one for the same lock.
  removeLifeSocket(directory, { socket: name, token });
  const inFolder = wayTo(directory, name);
  const socket = inFolder && (await listen(inFolder, name));
  if (socket !== undefined) return socket;
  const path = join(tmpdir(), `testpoint-${token}.sock`);
  return isShort(path) ? listen({ path, close() {} }, path) : undefined;
}

/** Connects to an owner's socket. */
export async function visit(directory: string, { socket, token }: LockOwner): Promise<Answer> {
  const way = socket === undefined || !isOurs(socket, token) ? undefined : wayToSocket(directory, socket);
  if (way === undefined) return 'unclear';
  // We don't follow a link in an outbox from elsewhere.
  if (process.platform !== 'win32' && !isSocket(way.path)) {
    way.close();
    return 'unclear';
  }
  const { connect } = process.getBuiltinModule('node:net');
  return new Promise((resolve) => {
    const connection = connect({ path: way.path });
    const conclude = (answer: Answer) => {
      clearTimeout(limit);
      connection.destroy();
      way.close();
      resolve(answer);
    };
    // Neither accepted nor refused: something is there, but busy.
    const limit = setTimeout(() => conclude('there'), PATIENCE);
    connection.once('connect', () => conclude('there'));
    connection.on('error', (error: NodeJS.ErrnoException) => conclude(ANSWERS[error.code ?? ''] ?? 'unclear'));
  });
}

/** EAGAIN: the system's queue of connections is full. ENOENT proves nothing: sockets are moved, hidden and deleted. */
const ANSWERS: Partial<Record<string, Answer>> = { ECONNREFUSED: 'refused', EAGAIN: 'there', EBUSY: 'there' };

/** Removes the socket of a dead owner. Whatever the lock's file says, only a socket of ours is removed. */
export function removeLifeSocket(directory: string, { socket, token }: Pick<LockOwner, 'socket' | 'token'>): void {
  if (socket === undefined || process.platform === 'win32' || !isOurs(socket, token)) return;
  const path = isAbsolute(socket) ? socket : join(directory, socket);
  if (isSocket(path)) rmSync(path, { force: true });
}

function isSocket(path: string): boolean {
  try {
    return lstatSync(path).isSocket();
  } catch {
    return false;
  }
}

function isOurs(socket: string, token: string): boolean {
  if (LIFE_SOCKET.test(socket)) return true;
  return TOKEN.test(token) && [`testpoint-${token}.sock`, `testpoint-${token}`].includes(basename(socket));
}

/** Name of a socket in a session's folder. */
export const LIFE_SOCKET = /^live\.\d{1,9}$/;
const TOKEN = /^[0-9a-f-]{36}$/;

function wayToSocket(directory: string, socket: string): Way | undefined {
  if (LIFE_SOCKET.test(socket)) return wayTo(directory, socket);
  return isShort(socket) ? { path: socket, close() {} } : undefined;
}

/** A short path to a file in a folder. On Linux, a descriptor can replace the folder. */
function wayTo(directory: string, name: string): Way | undefined {
  const path = join(directory, name);
  if (isShort(path)) return { path, close() {} };
  if (process.platform !== 'linux') return undefined;
  try {
    const descriptor = openSync(directory, constants.O_RDONLY | constants.O_DIRECTORY);
    return { path: `/proc/self/fd/${descriptor}/${name}`, close: () => closeSync(descriptor) };
  } catch {
    return undefined;
  }
}

function isShort(path: string): boolean {
  return Buffer.byteLength(path) <= LONGEST_PATH;
}

async function listen(way: Way, address: string): Promise<LifeSocket | undefined> {
  const { createServer } = process.getBuiltinModule('node:net');
  const server = createServer((visitor) => visitor.on('error', () => {}).destroy());
  return new Promise((resolve) => {
    server.on('error', () => {
      if (!server.listening) way.close();
      resolve(undefined);
    });
    // Exclusive, so that in a cluster worker, this process listens and not the primary.
    server.listen({ path: way.path, exclusive: true }, () => {
      resolve({
        address,
        close() {
          server.close();
          way.close();
        },
      });
    });
    server.unref();
  });
}
