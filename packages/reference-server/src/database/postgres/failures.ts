import { UnavailableError } from '../../problem.js';

/** An error of the driver, in words for whoever starts the server; it names the address without the password. */
export function startError(error: unknown, address: URL): Error {
  const { user, database, shown } = parts(address);
  const words: Record<string, string> = {
    '28P01': `refuses the user ${user}: check the name and the password in --database`,
    '28000': `refuses the user ${user}: check the name and the password in --database, and pg_hba.conf`,
    '3D000': `has no database ${database}: create it with: createdb ${database}`,
    '42501': `gives the user ${user} too few rights: GRANT CREATE ON DATABASE ${database} TO ${user}`,
  };
  const known = words[codeOf(error)];
  if (known !== undefined) return new Error(`The database ${shown} ${known}.`, { cause: error });
  return new Error(`The database ${shown} can't be reached: ${messageOf(error)}; is PostgreSQL running there?`, {
    cause: error,
  });
}

/** The address without the password, and what it consists of. */
export function parts(address: URL): { user: string; database: string; shown: string } {
  const user = decodeURIComponent(address.username) || (process.env.PGUSER ?? 'unnamed');
  const database = decodeURIComponent(address.pathname.slice(1)) || user;
  const name = address.username === '' ? '' : `${address.username}@`;
  return { user, database, shown: `${address.protocol}//${name}${address.host}${address.pathname}` };
}

/** What a request gets to see: whether the database may be there again later, or the error itself. */
export function requestError(error: unknown): unknown {
  if (!isUnavailable(error)) return error;
  const message = messageOf(error);
  const what =
    message === POOL_IS_BUSY ? 'All connections to the database are in use.' : 'The database is out of reach.';
  return new UnavailableError(what, `${what} (${message})`, error);
}

/** In the words of the driver's pool. */
const POOL_IS_BUSY = 'timeout exceeded when trying to connect';

function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return UNAVAILABLE.test(codeOf(error)) || WITHOUT_CODE.test(error.message);
}

/** Of the system, and SQLSTATE: connections, shutdowns, too many connections. */
const UNAVAILABLE =
  /^(ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|ENOENT|08...|57P0[123]|53300)$/;
/** What the driver and its pool say in words only. */
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
