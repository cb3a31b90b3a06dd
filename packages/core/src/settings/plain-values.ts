/** An object that maps names to values, as opposed to a list, a regular expression or a function. */
export function isNameMap(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof RegExp);
}

/** A short form of a value for a message. */
export function shown(value: unknown): string {
  if (typeof value === 'function') return 'a function';
  if (value instanceof RegExp) return 'a regular expression';
  const json = typeof value === 'bigint' ? `${value}n` : (JSON.stringify(value) ?? String(value));
  return json.length > 60 ? `${json.slice(0, 60)}…` : json;
}

/** The value without undefined members: `{ title: undefined }` means the same as `{}`. */
export function withoutUndefined(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutUndefined);
  if (!isNameMap(value)) return value;
  const entries = Object.entries(value).filter(([, entry]) => entry !== undefined);
  return Object.fromEntries(entries.map(([name, entry]) => [name, withoutUndefined(entry)]));
}

/** The message of a thrown value of any type. */
export function describe(error: unknown): string {
  try {
    return `${error instanceof Error ? error.message : String(error)}`.split('\n')[0] ?? '';
  } catch {
    return 'unknown error';
  }
}
