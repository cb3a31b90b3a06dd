import { DescriptorReserve, isShortage } from '../../descriptors.js';
import { type Operation, ServiceError } from '../errors.js';
import * as say from '../messages.js';
import type { Connections } from './connections.js';
import { type NamedProxy, ProxyVariableError } from './proxy.js';

const CERTIFICATE =
  /^(?:ERR_TLS_|ERR_SSL_.*CERT|CERT_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_(?:GET|VERIFY)_|HOSTNAME_MISMATCH)/;

/** Messages for certificates that no further authority helps, by code. */
const CERTIFICATE_TROUBLE: Readonly<Record<string, string>> = {
  CERT_HAS_EXPIRED: say.certificateExpired,
  CERT_NOT_YET_VALID: say.certificateNotYetValid,
  ERR_TLS_CERT_ALTNAME_INVALID: say.certificateOfOtherHost,
};
/** The problem in OpenSSL's errors, between a number and a place in its source. */
const TLS_PROBLEM = /SSL routines:\w*:([^:]+)/;
/** What OpenSSL calls an answer in plain HTTP. */
const PLAIN_ANSWER = /wrong version number|packet length too long|http request|unknown protocol/;

/** Alerts about the certificate of this side (RFC 8446, 6.2), which sends none: the service wants one. */
const WANTS_CERTIFICATE = /\bSSL alert number (?:4[1-6]|116)\b/;
/** What a service with TLS 1.2 often says instead. */
const HANDSHAKE_FAILURE = /\bSSL alert number 40\b/;

/** Why a request failed before its answer was complete. */
export function failureOf(
  operation: Operation,
  cause: unknown,
  answered: boolean,
  connections: Connections,
): ServiceError {
  if (cause instanceof ServiceError) return cause;
  const code = codeOf(cause);
  if (WANTS_CERTIFICATE.test(messageOf(cause))) {
    return new ServiceError('CERTIFICATE_REFUSED', say.wantsCertificate(code), { operation, cause });
  }
  if (CERTIFICATE.test(code)) {
    const message = CERTIFICATE_TROUBLE[code] ?? say.certificateNotTrusted(code);
    return new ServiceError('CERTIFICATE_REFUSED', message, { operation, cause });
  }
  return connectionError(operation, cause, answered, connections);
}

export function connectionError(
  operation: Operation,
  cause: unknown,
  answered: boolean,
  { proxy, via, isSecure }: Connections,
): ServiceError {
  if (isShortage(cause) || (NOT_FOUND.has(codeOf(cause)) && !canOpen())) return shortageError(operation, cause);
  const why = reasonOf(cause);
  if (cause instanceof ProxyVariableError) return new ServiceError('CONNECTION_FAILED', why, { operation, cause });
  const message =
    proxy !== undefined && isFromProxy(cause, proxy)
      ? say.noProxy(proxy.url.host, proxy.variable, why)
      : say.noConnection(via, why, adviceFor(cause, isSecure));
  return new ServiceError('CONNECTION_FAILED', message, { operation, answered, cause });
}

function reasonOf(cause: unknown): string {
  if (!(cause instanceof Error)) return String(cause);
  if (isPlainAnswer(cause)) return say.noTls;
  const [, problem] = TLS_PROBLEM.exec(cause.message) ?? [];
  if (problem !== undefined) return `TLS: ${problem}`;
  return codeOf(cause).startsWith('HPE_') ? say.noHttp : cause.message || codeOf(cause);
}

/** A server with the other protocol hangs up, or answers something else. */
function adviceFor(cause: unknown, isSecure: boolean): say.ConnectionAdvice {
  if (isSecure) {
    if (isPlainAnswer(cause)) return 'notTls';
    if (HANDSHAKE_FAILURE.test(messageOf(cause))) return 'noHandshake';
  } else if (/^(?:HPE_|ECONNRESET$)/.test(codeOf(cause))) {
    return 'notHttp';
  }
  return 'unknown';
}

function messageOf(cause: unknown): string {
  return cause instanceof Error ? cause.message : '';
}

function isPlainAnswer(cause: unknown): boolean {
  const [, problem = ''] = TLS_PROBLEM.exec(messageOf(cause)) ?? [];
  return PLAIN_ANSWER.test(problem);
}

/** Whether it is an error of opening the connection, which leads to the proxy. */
function isFromProxy(cause: unknown, { url }: NamedProxy): boolean {
  if (url.protocol === 'https:' && isPlainAnswer(cause)) return true;
  const first = cause instanceof AggregateError ? cause.errors[0] : cause;
  return (
    first instanceof Error && 'syscall' in first && (first.syscall === 'connect' || first.syscall === 'getaddrinfo')
  );
}

/** Codes of failed name lookups. Without a descriptor they fail too: the files that name the servers can't be opened. */
const NOT_FOUND = new Set(['ENOTFOUND', 'EAI_AGAIN', 'EAI_FAIL', 'EAI_NODATA']);

function canOpen(): boolean {
  const reserve = new DescriptorReserve(1);
  try {
    return reserve.isFull;
  } finally {
    reserve.close();
  }
}

function shortageError(operation: Operation, cause: unknown): ServiceError {
  const reason = isShortage(cause) ? cause : Object.assign(new Error(say.tooManyFiles, { cause }), { code: 'EMFILE' });
  return new ServiceError('CONNECTION_FAILED', say.noDescriptor, { operation, cause: reason });
}

/** The code of an error, or of the first of several. */
export function codeOf(cause: unknown): string {
  if (cause instanceof AggregateError && cause.errors[0] !== undefined) return codeOf(cause.errors[0]);
  return cause instanceof Error && 'code' in cause ? String(cause.code) : '';
}
