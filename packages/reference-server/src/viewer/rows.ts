import type { Store } from '../database/store.js';
import type { Rows } from '../database/views.js';

/** `{"differences":[…],"missing":[…]}`: columns in parts. */
export async function* compared(store: Store, run: string, other: string): AsyncGenerator<string> {
  yield '{"differences":';
  yield* parts((after) => store.compare(run, other, { after, limit: EVERYTHING, missing: false }));
  yield ',"missing":';
  yield* parts((after) => store.compare(other, run, { after, limit: EVERYTHING, missing: true }));
  yield '}';
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
