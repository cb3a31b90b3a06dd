import type { Socket } from 'node:net';
import type { Connections } from './connections/connections.js';
import { type Operation, ServiceError } from './errors.js';
import { bytesBody, exchange } from './exchange.js';
import { otherServer } from './messages.js';

/** Bytes. */
const LONGEST_PROOF = 64 * 1024;

/** The server of `testpoint serve` that is expected at an address. */
interface ExpectedServer {
  /** Id of its database. */
  server: string;
  key: string;
  /** Its address: scheme, name and port. */
  origin: string;
}

/** Loaded on demand: it takes milliseconds, and only a local server needs it. */
const crypto = (): typeof import('node:crypto') => process.getBuiltinModule('node:crypto');

/** 43 characters of base64url. */
export function newChallenge(): string {
  return crypto().randomBytes(32).toString('base64url');
}

/**
 * Whether an answer proves that the server knows the key: HMAC-SHA256 of the challenge, the server's id and its address. The
 * address is in it, so that another server can't pass the challenge on.
 * @param answer JSON
 */
export function proves(answer: string, challenge: string, { server, key, origin }: ExpectedServer): boolean {
  try {
    const { proof }: { proof?: unknown } = JSON.parse(answer);
    const expected = crypto().createHmac('sha256', key).update(`${challenge}\n${server}\n${origin}`).digest();
    const given = Buffer.from(String(proof), 'base64url');
    return given.length === expected.length && crypto().timingSafeEqual(given, expected);
  } catch {
    return false;
  }
}

/**
 * The proof that a client of `testpoint serve` wants before it sends anything. It holds for one connection: when that is lost,
 * another server may listen at the address.
 */
export class LocalProof {
  readonly #expected: ExpectedServer;
  readonly #connections: Connections;
  readonly #timeout: number;
  #trusted: Socket | undefined;
  #running: Promise<void> | undefined;

  /** @param timeout milliseconds */
  constructor(expected: ExpectedServer, connections: Connections, timeout: number) {
    this.#expected = expected;
    this.#connections = connections;
    this.#timeout = timeout;
  }

  /** Whether the server has proved on this connection that it knows the key. */
  isGivenOn(socket: Socket): boolean {
    return socket === this.#trusted;
  }

  /**
   * Resolves when there is a connection that can be trusted. Requests that come at once wait for one proof.
   * @throws ServiceError (WRONG_SERVER) if another server answers
   */
  async given(operation: Operation): Promise<void> {
    if (this.#trusted?.destroyed === false) return;
    this.#running ??= this.#prove(operation).finally(() => {
      this.#running = undefined;
    });
    await this.#running;
  }

  /** Sends a challenge, without the key. */
  async #prove(operation: Operation): Promise<void> {
    const challenge = newChallenge();
    let used: Socket | undefined;
    const { text } = await exchange(this.#connections, {
      ...{ operation, method: 'POST', path: '/viewer/proof', timeout: this.#timeout, keep: LONGEST_PROOF },
      headers: { Accept: 'application/json', 'User-Agent': 'testpoint' },
      body: () => bytesBody([Buffer.from(JSON.stringify({ challenge }))], { 'Content-Type': 'application/json' }),
      isTrusted: (socket) => {
        used = socket;
        return true;
      },
    });
    if (!proves(text, challenge, this.#expected)) {
      const message = otherServer(this.#expected.origin);
      throw new ServiceError('WRONG_SERVER', message, { operation, answered: true });
    }
    this.#trusted = used;
  }
}
