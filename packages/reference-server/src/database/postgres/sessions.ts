import type { Session } from '../views.js';
import type { Connections } from './connections.js';

interface SessionRow {
  digest: string;
  user_name: string;
  key_digest: string;
  expires: number;
}

export async function readIdentity(connections: Connections): Promise<string> {
  const [row] = await connections.query<{ id: string }>(IDENTITY, []);
  if (row === undefined) throw new Error('The database has no identity.');
  return row.id;
}

export async function addSession(
  connections: Connections,
  { digest, userName, keyDigest, expires }: Session,
  now: number,
): Promise<void> {
  await connections.query(DELETE_EXPIRED, [now]);
  await connections.query(INSERT, [digest, JSON.stringify(userName), keyDigest, expires]);
}

export async function findSession(connections: Connections, digest: string, now: number): Promise<Session | undefined> {
  const [row] = await connections.query<SessionRow & Record<string, unknown>>(FIND, [digest, now]);
  if (row === undefined) return undefined;
  return { digest, userName: JSON.parse(row.user_name), keyDigest: row.key_digest, expires: row.expires };
}

export async function deleteSession(connections: Connections, digest: string): Promise<void> {
  await connections.query(DELETE, [digest]);
}

const IDENTITY = { name: 'identity', text: 'SELECT id FROM testpoint.identity' };
const INSERT = {
  name: 'insert-session',
  text: 'INSERT INTO testpoint.sessions (digest, user_name, key_digest, expires) VALUES ($1, $2, $3, $4)',
};
const FIND = { name: 'find-session', text: 'SELECT * FROM testpoint.sessions WHERE digest = $1 AND expires > $2' };
const DELETE = { name: 'delete-session', text: 'DELETE FROM testpoint.sessions WHERE digest = $1' };
const DELETE_EXPIRED = { name: 'delete-expired-sessions', text: 'DELETE FROM testpoint.sessions WHERE expires <= $1' };
