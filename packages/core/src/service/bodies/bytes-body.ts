import type { Body } from '../exchange.js';

/** A body in memory. */
export function bytesBody(parts: readonly Buffer[], headers: Record<string, string> = {}): Body {
  let length = 0;
  for (const part of parts) length += part.length;
  return {
    headers: { ...headers, 'Content-Length': String(length) },
    discard() {},
    writeTo(request) {
      // Corked, so that all parts are sent with one system call.
      request.cork();
      for (const part of parts) request.write(part);
      request.end();
      request.uncork();
    },
  };
}
