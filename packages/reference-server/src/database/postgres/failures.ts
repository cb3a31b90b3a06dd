import { UnavailableError } from '../../problem.js';

/** Explains an error of the driver to the person who starts the server. Shows the address without the password. */
export function startError(error: unknown, address: URL): Error {
  const { user, database, shown } = parts(address);
  const words: Record<string, string> = {
    '28P01': `rejects the user ${user}: check the name and the password in --database`,
    '28000': `rejects the user ${user}: check the name and the password in --database, and pg_hba.conf`,
    '3D000':
      database === undefined
        ? `has no database called ${user}: add the name of yours to --database, as in ${shown.replace(/\/$/, '')}/name`
        : `does not exist: create it with: createdb --owner ${user} ${database}`,
    '42501': `denies access to the user ${user}: run GRANT CREATE ON DATABASE ${database ?? user} TO ${user}`,
    '53300': 'has no connection left: end other programs, or raise max_connections',
    '57P03': 'does not accept connections yet: wait until PostgreSQL has started',
    '25006': 'is read-only, such as a standby: use the primary server',
    '53100': 'has no room left on its disk: make room there',
  };
  const message = messageOf(error);
  const known = message.startsWith('SASL:')
    ? `needs a password for the user ${user}: put it in --database, or set PGPASSWORD`
    : words[codeOf(error)];
  if (known !== undefined) return new Error(`The database ${shown} ${known}.`, { cause: error });
  if (SQLSTATE.test(codeOf(error))) {
    return new Error(`Cannot use the database ${shown}: ${message} (${codeOf(error)}). See the log of PostgreSQL.`, {
      cause: error,
    });
  }
  const hint = /\bSSL\b/.test(message) ? 'Correct sslmode in --database.' : 'Is PostgreSQL running there?';
  return new Error(`Cannot reach the database ${shown}: ${message}. ${hint}`, { cause: error });
}

/** The parts of the address, and the address without the password. Without a database, PostgreSQL uses the user's name. */
export function parts(address: URL): { user: string; database: string | undefined; shown: string } {
  const user = decodeURIComponent(address.username) || (process.env.PGUSER ?? 'unnamed');
  const database = decodeURIComponent(address.pathname.slice(1)) || undefined;
  const name = address.username === '' ? '' : `${address.username}@`;
  return { user, database, shown: `${address.protocol}//${name}${address.host}${address.pathname}` };
}

/** The error to answer a request with: an `UnavailableError` if the database may come back, otherwise the error itself. */
export function requestError(error: unknown): unknown {
  if (!isUnavailable(error)) return error;
  const message = messageOf(error);
  const what =
    message === POOL_IS_BUSY ? 'All connections to the database are in use.' : 'The database is unreachable.';
  return new UnavailableError(what, `${what} (${message})`, error);
}

/** A code of PostgreSQL, which therefore answers. Those of the system have letters only. */
const SQLSTATE = /^(?=.*\d)[\dA-Z]{5}$/;
/** The message of the driver's pool. */
const POOL_IS_BUSY = 'timeout exceeded when trying to connect';

function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return UNAVAILABLE.test(codeOf(error)) || WITHOUT_CODE.test(error.message);
}

/**
 * Error codes of the system, and SQLSTATE codes for connection errors, shutdowns and too many connections; for a password or a
 * database that was changed; for a database that is read-only, such as a standby; and for a read that takes too long.
 */
const UNAVAILABLE =
  /^(ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|ENOENT|08...|57P0[123]|53300|28...|3D000|25006|57014)$/;
/** Errors of the driver and its pool that have no code. */
const WITHOUT_CODE =
  /^(Connection terminated|timeout exceeded when trying to connect|Query read timeout|Client has encountered a connection error)/;

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}

/** An error for several addresses has no message of its own. */
function messageOf(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(messageOf).join(', ');
  return error instanceof Error ? error.message : String(error);
}
