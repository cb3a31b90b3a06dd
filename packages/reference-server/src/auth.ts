import { hash, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { ProblemError } from './problem.js';

export interface User {
  userName: string;
  secretKey: string;
}

/** A user, with the digest of the key. */
export interface SignedUser {
  userName: string;
  digest: Buffer;
}

/**
 * Checks the credentials of a request (section 5). One header is enough; if both are sent, both must be right. If UserName is
 * sent, it must be the key's owner. With `open`, any key is accepted.
 */
export class Authenticator {
  readonly #users: SignedUser[];
  readonly #open: boolean;

  constructor(users: readonly User[], open: boolean) {
    this.#users = users.map(({ userName, secretKey }) => ({ digest: digest(secretKey), userName }));
    this.#open = open;
  }

  /** Whether a key was sent. A proxy may have credentials of its own in `Authorization`. */
  static areSent(headers: IncomingHttpHeaders): boolean {
    return headers.secretkeybase64 !== undefined || /^PrivateToken\b/i.test(headers.authorization ?? '');
  }

  /** The user with this key, and with this name if it is given; undefined if there is none. */
  user(key: string, userName: string | undefined): SignedUser | undefined {
    return this.#owners(key).find((owner) => userName === undefined || userName === owner.userName);
  }

  /** Whether the catalog still has this user with this key. */
  knows(userName: string, keyDigest: string): boolean {
    return this.#users.some((user) => user.userName === userName && user.digest.toString('hex') === keyDigest);
  }

  /** Throws a 401 for missing or wrong credentials. */
  check(headers: IncomingHttpHeaders): void {
    const { keys, userName } = credentials(headers);
    if (keys.length === 0) throw new ProblemError(401, MISSING);
    if (this.#open) return;
    const owners = keys.map((key) => this.#owners(key));
    const [first = []] = owners;
    const common = first.filter((owner) => owners.every((others) => others.includes(owner)));
    if (!common.some((owner) => userName === undefined || userName === owner.userName))
      throw new ProblemError(401, 'The credentials are wrong.');
  }

  /** Compares the digest with every user's, so that timing reveals nothing about a key. */
  #owners(key: string): SignedUser[] {
    const given = digest(key);
    return this.#users.filter((user) => timingSafeEqual(user.digest, given));
  }
}

const MISSING = 'Credentials are missing: send the header SecretKeyBase64, or Authorization: PrivateToken <key>.';

/** The key of each header that was sent, and the user's name. */
function credentials(headers: IncomingHttpHeaders): { keys: string[]; userName: string | undefined } {
  const keys: string[] = [];
  const secretKey = header(headers, 'secretkeybase64');
  if (secretKey) keys.push(secretKey);
  const authorization = header(headers, 'authorization');
  if (authorization !== undefined) {
    const token = /^PrivateToken +(\S.*)$/i.exec(authorization)?.[1];
    if (token === undefined) throw new ProblemError(401, 'The header Authorization must read: PrivateToken <key>.');
    keys.push(token.trim());
  }
  return { keys, userName: header(headers, 'username') || undefined };
}

/** Node decodes headers as Latin-1; a login may be UTF-8. */
function header(headers: IncomingHttpHeaders, name: string): string | undefined {
  const value = headers[name];
  return typeof value === 'string' ? Buffer.from(value, 'latin1').toString('utf8').trim() : undefined;
}

function digest(text: string): Buffer {
  return hash('sha256', text, 'buffer');
}
