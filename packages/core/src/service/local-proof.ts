import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

/** The server of `testpoint serve` that is expected at an address. */
interface ExpectedServer {
  /** Id of its database. */
  server: string;
  key: string;
  /** Its address: scheme, name and port. */
  origin: string;
}

/** 43 characters of base64url. */
export function newChallenge(): string {
  return randomBytes(32).toString('base64url');
}

/**
 * Whether an answer proves that the server knows the key: HMAC-SHA256 of the challenge, the server's id and its address. The
 * address is in it, so that another server can't pass the challenge on.
 * @param answer JSON
 */
export function proves(answer: string, challenge: string, { server, key, origin }: ExpectedServer): boolean {
  try {
    const { proof }: { proof?: unknown } = JSON.parse(answer);
    const expected = createHmac('sha256', key).update(`${challenge}\n${server}\n${origin}`).digest();
    const given = Buffer.from(String(proof), 'base64url');
    return given.length === expected.length && timingSafeEqual(given, expected);
  } catch {
    return false;
  }
}
