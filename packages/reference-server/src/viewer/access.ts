import { hash, randomBytes } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { Authenticator, type SignedUser } from '../auth.js';
import type { Store } from '../database/store.js';
import { isLocal, nameInHost } from '../hosts.js';
import { ProblemError } from '../problem.js';
import { Delays } from './delays.js';
import { OneTimeTokens } from './one-time-tokens.js';
import type { ViewerOptions } from './options.js';

/** Decides who may look. A cookie is accepted only here, and only for reading. */
export class Access {
  readonly #store: Store;
  readonly #authenticator: Authenticator;
  readonly #options: ViewerOptions;
  readonly #hosts: ReadonlySet<string>;
  readonly #delays = new Delays();
  readonly #tokens = new OneTimeTokens();
  #identity: Promise<string> | undefined;

  constructor(store: Store, authenticator: Authenticator, options: ViewerOptions) {
    this.#store = store;
    this.#authenticator = authenticator;
    this.#options = options;
    this.#hosts = new Set(options.allowedHosts.map(nameInHost));
  }

  /** Rejects with a 401 or 403 unless the request may read. */
  async check(request: FastifyRequest): Promise<void> {
    this.checkOrigin(request);
    if (this.#options.open) return;
    if (Authenticator.areSent(request.headers)) return this.#authenticator.check(request.headers);
    if ((await this.#session(request)) === undefined) throw new ProblemError(401, 'Sign in first.');
  }

  /** Whether the request may read, without a reason. */
  async isAllowed(request: FastifyRequest): Promise<boolean> {
    this.checkOrigin(request);
    return this.#options.open || (await this.#session(request)) !== undefined;
  }

  /** Rejects requests that other sites cause, and hosts that are none of this server's. */
  checkOrigin({ headers }: FastifyRequest): void {
    const site = headers['sec-fetch-site'];
    if (site !== undefined && site !== 'same-origin' && site !== 'none') {
      throw new ProblemError(403, 'Another site may not read this.');
    }
    const { open, isPrivate } = this.#options;
    if (open && !isPrivate && !this.#hosts.has(nameInHost(headers.host ?? ''))) {
      throw new ProblemError(
        403,
        'An open server that other machines can reach shows its pages only under the names that --allow-host gives.',
      );
    }
  }

  /**
   * Checks the credentials of someone who signs in. Resolves to the cookie to set.
   * @throws a 401 if they are wrong, a 403 for a request of another site, a 429 after several failures
   */
  async signIn(request: FastifyRequest, key: string, userName: string | undefined): Promise<string> {
    return this.#startSession(request, userName, 'The key is wrong, or it is not the key of this user.', () =>
      this.#authenticator.user(key, userName),
    );
  }

  /**
   * The same with a token of `newToken`, which is spent by that.
   * @throws a 401 for a token that is unknown, spent, or older than a minute
   */
  async signInWithToken(request: FastifyRequest, token: string): Promise<string> {
    const spent = 'This link was used before, or is older than a minute.';
    return this.#startSession(request, undefined, spent, () => {
      const isValid = this.#tokens.spend(token, Date.now());
      return isValid ? this.#authenticator.user(this.#options.localKey ?? '', undefined) : undefined;
    });
  }

  /** A token with which one browser can sign in within a minute. @throws a 401 without the key of `testpoint serve` */
  newToken(request: FastifyRequest): string {
    this.checkOrigin(request);
    this.#authenticator.check(request.headers);
    return this.#tokens.make(Date.now());
  }

  async #startSession(
    request: FastifyRequest,
    userName: string | undefined,
    problem: string,
    find: () => SignedUser | undefined,
  ): Promise<string> {
    this.checkPost(request);
    const now = Date.now();
    const places = [request.ip, `${request.ip} ${userName ?? ''}`] as const;
    const wait = this.#delays.left(places, now);
    if (wait > 0) throw new TooManyFailures(wait);
    const user = find();
    if (user === undefined) {
      this.#delays.failed(places, now);
      throw new ProblemError(401, problem);
    }
    this.#delays.succeeded(places);
    const secret = randomBytes(32).toString('base64url');
    const keyDigest = user.digest.toString('hex');
    const session = { digest: hash('sha256', secret), userName: user.userName, keyDigest, expires: now + LIFETIME };
    await this.#store.addSession(session, now);
    return this.#cookie(secret, LIFETIME / 1000);
  }

  /** Ends the session of the request. Resolves to the cookie to set. */
  async signOut(request: FastifyRequest): Promise<string> {
    this.checkPost(request);
    const secret = await this.#secretIn(request);
    if (secret !== undefined) await this.#store.deleteSession(hash('sha256', secret));
    return this.#cookie('', 0);
  }

  /** Rejects a POST that does not come from this server's own pages, as JSON. */
  checkPost(request: FastifyRequest): void {
    this.checkOrigin(request);
    const { origin, host, 'content-type': type = '' } = request.headers;
    const { publicUrl } = this.#options;
    const own = publicUrl?.origin ?? `http://${host}`;
    if (origin !== own) {
      const hint = publicUrl === undefined ? ' Behind a proxy, start the server with --public-url.' : '';
      throw new ProblemError(403, `Requests from ${origin ?? 'an unknown origin'} are not accepted here.${hint}`);
    }
    if (!/^application\/json\s*(;|$)/i.test(type)) throw new ProblemError(415, 'Send JSON as application/json.');
  }

  async #session(request: FastifyRequest): Promise<{ userName: string } | undefined> {
    const { method, headers } = request;
    if (method !== 'GET' && method !== 'HEAD') return undefined;
    if (headers['sec-fetch-site'] === undefined && !this.#isPlain(headers.host ?? '')) return undefined;
    const secret = await this.#secretIn(request);
    if (secret === undefined) return undefined;
    const session = await this.#store.findSession(hash('sha256', secret), Date.now());
    if (session === undefined || !this.#authenticator.knows(session.userName, session.keyDigest)) return undefined;
    return session;
  }

  /** Whether browsers omit `Sec-Fetch-Site`, because they do not trust the way to this host. */
  #isPlain(host: string): boolean {
    const { publicUrl, isPrivate } = this.#options;
    if (publicUrl !== undefined) return publicUrl.protocol === 'http:' && !isLocal(nameInHost(publicUrl.host));
    return !isPrivate && !isLocal(nameInHost(host));
  }

  async #secretIn({ headers }: FastifyRequest): Promise<string | undefined> {
    const name = await this.#cookieName();
    for (const pair of (headers.cookie ?? '').split(';')) {
      const [key, value] = pair.trim().split('=');
      if (key === name && value !== undefined && /^[\w-]{43}$/.test(value)) return value;
    }
    return undefined;
  }

  async #cookie(value: string, seconds: number): Promise<string> {
    const secure = this.#isSecure ? '; Secure' : '';
    return `${await this.#cookieName()}=${value}; Path=/; HttpOnly; SameSite=Strict; Max-Age=${seconds}${secure}`;
  }

  /** Ports of a host share cookies, so the name tells servers apart. */
  async #cookieName(): Promise<string> {
    this.#identity ??= this.#store.identity();
    try {
      return `${this.#isSecure ? '__Host-' : ''}testpoint-${await this.#identity}`;
    } catch (error) {
      this.#identity = undefined;
      throw error;
    }
  }

  get #isSecure(): boolean {
    return this.#options.publicUrl?.protocol === 'https:';
  }
}

/** A 429, with the time to wait. */
export class TooManyFailures extends ProblemError {
  /** Seconds. */
  readonly wait: number;

  constructor(milliseconds: number) {
    const wait = Math.ceil(milliseconds / 1000);
    super(429, `There were several failures. Try again in ${wait} s.`);
    this.wait = wait;
  }
}

/** How long a session lasts, milliseconds. */
const LIFETIME = 12 * 60 * 60 * 1000;
