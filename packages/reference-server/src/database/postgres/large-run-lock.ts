/** An advisory lock of the connection that writes a run, deletes it, or discards it. The first number is arbitrary. */
export const lockOf = (key: string) => `7357002, (${key} % 2147483647)::integer`;
export const UNLOCK = `SELECT pg_advisory_unlock(${lockOf('$1::bigint')})`;
