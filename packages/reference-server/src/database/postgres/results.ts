import { STATUS_WEIGHTS } from '@testpoint/interface/constants';
import { encoded } from '../run-row.js';
import type { Delivery, Refusal } from '../store.js';
import { nameOf } from './auto-test-name.js';
import type { Connections } from './connections.js';

/** Adds results to a run, with one call of a function in the database. */
export async function addResults(
  connections: Connections,
  run: string,
  { operation, receivedOn, body, results, facts, sender, counts, needs, open }: Delivery,
): Promise<Refusal | undefined> {
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  const [answer] = await connections.query<{ refusal: Refusal | null }>(ADD_RESULTS, [
    run,
    operation,
    receivedOn,
    bytes,
    list(results, ({ id }) => id),
    list(results, ({ configurationId, externalId }) => nameOf(configurationId, externalId)),
    list(results, ({ outcome }) => STATUS_WEIGHTS[outcome]),
    list(results, ({ start }) => start),
    list(results, ({ length }) => length),
    open ? results.map(({ configurationId }) => configurationId) : null,
    open ? results.map(({ configuration }) => configuration) : null,
    open ? results.map(({ externalId }) => JSON.stringify(externalId)) : null,
    counts,
    needs ?? null,
    open,
    list(results, ({ started }) => started ?? 'NULL'),
    list(results, ({ duration }) => duration ?? 'NULL'),
    list(results, ({ attempts }) => attempts),
    results.some(({ message }) => message !== null) ? results.map(({ message }) => encoded(message)) : null,
    encoded(facts.branch),
    encoded(facts.commit),
    encoded(facts.job),
    facts.began,
    facts.ended,
    list(facts.attachments, (id) => id),
    results.some(({ evidence }) => evidence > 0) ? list(results, ({ evidence }) => evidence) : null,
    sender?.number ?? null,
    sender?.json ?? null,
  ]);
  return answer?.refusal ?? undefined;
}

/** PostgreSQL's text form of an array, for values that need no quotes. The driver would search each value for quotes. */
function list<Element>(elements: readonly Element[], value: (element: Element) => string | number): string {
  return `{${elements.map(value).join(',')}}`;
}

const ADD_RESULTS = {
  name: 'add-results',
  text: `SELECT testpoint.add_results($1, $2, $3, $4, $5::uuid[], $6::uuid[], $7::smallint[], $8::integer[], $9::integer[],
    $10::text[], $11::bigint[], $12::text[], $13, $14, $15, $16::bigint[], $17::bigint[], $18::smallint[], $19::text[],
    $20, $21, $22, $23, $24, $25::uuid[], $26::smallint[], $27, $28) AS refusal`,
};
