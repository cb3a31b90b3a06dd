import type { Store } from '../database/store.js';
import type { RowSelection, Rows } from '../database/views.js';

/** `{"parts":[…],"last":…,"more":…}`: columns in parts, and the cursor after which others follow. */
export async function* rowsOfRun(
  store: Store,
  run: string,
  { after, limit, failed }: RowSelection,
): AsyncGenerator<string> {
  yield '{"parts":';
  let end: Rows = { columns: '', count: 0, last: after, more: false };
  let left = limit;
  let separator = '[';
  do {
    const part = await store.rows(run, { after: end.last, limit: left, failed });
    yield separator + part.columns;
    separator = ',\n';
    left -= part.count;
    end = part;
  } while (end.more && left > 0);
  yield `],"last":${end.last},"more":${end.more}}`;
}

/** `{"differences":[…],"missing":[…]}`: columns in parts. */
export async function* compared(store: Store, run: string, other: string): AsyncGenerator<string> {
  yield '{"differences":';
  yield* parts((after) => store.compare(run, other, { after, limit: EVERYTHING, missing: false }));
  yield ',"missing":';
  yield* parts((after) => store.compare(other, run, { after, limit: EVERYTHING, missing: true }));
  yield '}';
}

export async function history(store: Store, externalId: string, limit: number): Promise<string> {
  return (await store.history(externalId, limit)).columns;
}

async function* parts(read: (after: number) => Promise<Rows>): AsyncGenerator<string> {
  let separator = '[';
  for (let after = 0, more = true; more; ) {
    const part = await read(after);
    yield separator + part.columns;
    separator = ',\n';
    [after, more] = [part.last, part.more];
  }
  yield ']';
}

const EVERYTHING = Number.MAX_SAFE_INTEGER;
