import { listOf, numberOf } from '@testpoint/report';

export { listOf, numberOf };

/** Members of parsed JSON that another program wrote: anything of the wrong type counts as absent. */
export type JsonObject = Readonly<Record<string, unknown>>;

export function objectOf(value: unknown): JsonObject | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonObject) : undefined;
}

export function objectsOf(value: unknown): JsonObject[] {
  return listOf(value)
    .map(objectOf)
    .filter((item) => item !== undefined);
}

/** Undefined for an empty text, too. */
export function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

export function textsOf(value: unknown): string[] {
  return listOf(value).flatMap((item) => textOf(item) ?? []);
}

/** A duration in milliseconds; undefined for a negative one, which some tools write for "unknown". */
export function durationOf(value: unknown): number | undefined {
  const number = numberOf(value);
  return number !== undefined && number >= 0 ? number : undefined;
}

/** The number of a worker in the name of its thread, such as `pid-4711-worker-2`. */
export function workerOf(value: unknown): number | undefined {
  const number = /(?<!\d)\d{1,5}$/.exec(textOf(value) ?? '')?.[0];
  return number === undefined ? undefined : Number(number);
}

/** Numbers below this are seconds since 1970: in milliseconds they would be before March 1973. */
const FIRST_MILLISECONDS = 1e11;
/** The end of the year 9999. */
const LAST_MILLISECONDS = 253_402_300_799_999;

/** A point in time as epoch milliseconds. Some writers of CTRF count seconds. */
export function timeOf(value: unknown): number | undefined {
  const number = typeof value === 'string' ? Date.parse(value) : numberOf(value);
  if (number === undefined || !(number > 0) || number > LAST_MILLISECONDS) return undefined;
  return number < FIRST_MILLISECONDS && typeof value === 'number' ? number * 1000 : number;
}

/** The members whose values are texts, numbers or booleans. */
export function plainMembers(value: unknown): Record<string, unknown> {
  const plain: Record<string, unknown> = Object.create(null);
  for (const [name, member] of Object.entries(objectOf(value) ?? {})) {
    if (['string', 'number', 'boolean'].includes(typeof member)) plain[name] = member;
  }
  return plain;
}

/** Properties, of which one may have several values. */
export function propertiesFrom(entries: Iterable<readonly [name: string, value: string]>): Record<string, string> {
  const values = new Map<string, Set<string>>();
  for (const [name, value] of entries) values.set(name, (values.get(name) ?? new Set()).add(value));
  return Object.fromEntries([...values].map(([name, texts]) => [name, [...texts].join(', ')]));
}
