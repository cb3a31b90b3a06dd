import type { LegacyResult } from '@testpoint/interface';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ResultHead } from '../../outbox/format/entries.js';
import { ServiceError } from '../../service/errors.js';
import type { DeliveryAccount } from '../delivery-account.js';
import type { PostedResults, SessionClient } from '../session-client.js';
import { bodyOf, type Outgoing } from './outgoing.js';
import { ResultSender } from './result-sender.js';

const CONFIGURATION = '0f8fad5b-d9cb-469f-a165-70867728950e';
const FAILURE = { operation: 'post-results', answered: true } as const;

function resultOf(id: number): Outgoing {
  const body = JSON.stringify({ configurationId: CONFIGURATION, autoTestExternalId: String(id), outcome: 'Passed' });
  const bytes = Buffer.from(body);
  return { sequence: id, otherLines: [], head: undefined, bytes, start: 0, end: bytes.length };
}

function resultsOf(count: number): Outgoing[] {
  return Array.from({ length: count }, (_, id) => resultOf(id));
}

function idsOf(results: readonly Outgoing[]): number[] {
  return results.map((result) => Number(JSON.parse(bodyOf(result).toString('utf8')).autoTestExternalId));
}

/**
 * Sends an array of results with ids from 0, so many times at once.
 * @param answer throws the error with which the service refuses a request
 * @param isProven whether the service has taken an array before
 */
async function send(
  count: number,
  answer: (ids: readonly number[], posted: PostedResults) => void,
  { isProven = true, times = 1, results = resultsOf(count), api = 'v2' as 'v2' | 'legacy' } = {},
) {
  const seen = { requests: 0, sent: [] as number[], refused: [] as number[], unmatched: [] as number[], paused: '' };
  const bodies: LegacyResult[] = [];
  const client: Pick<SessionClient, 'postResults' | 'postLegacyResult'> = {
    postResults: async (run, posted) => {
      expect(run).toBe('run');
      if (isProving) return;
      seen.requests++;
      answer(idsOf(posted.items), posted);
    },
    postLegacyResult: async (item, body) => {
      bodies.push(body);
      seen.requests++;
      answer(idsOf([item]), { items: [item] });
    },
  };
  const reasons: string[] = [];
  const account: Pick<DeliveryAccount, 'isPaused' | 'sent' | 'refused' | 'pause'> = {
    get isPaused() {
      return seen.paused !== '';
    },
    sent: (items) => !isProving && seen.sent.push(...idsOf(items)),
    refused: ({ sequence = -1 }, reason, unmatched) => {
      (unmatched ? seen.unmatched : seen.refused).push(sequence);
      reasons.push(reason);
    },
    pause: (reason) => {
      seen.paused = reason;
    },
  };
  const sender = new ResultSender(
    'run',
    { api, testPlanGlobalId: 5 },
    client as SessionClient,
    account as DeliveryAccount,
  );
  let isProving = isProven;
  if (isProving) await sender.send(resultsOf(2));
  isProving = false;
  await Promise.all(Array.from({ length: times }, () => sender.send(results)));
  return { ...seen, reasons, bodies, batchLimit: sender.batchLimit, whyLeft: sender.whyLeft };
}

/** Refuses every array that contains one of these. */
function refusing(bad: ReadonlySet<number>, error: () => ServiceError) {
  return (ids: readonly number[]) => {
    if (ids.some((id) => bad.has(id))) throw error();
  };
}

const refused = () => new ServiceError('REFUSED', 'no', { ...FAILURE, status: 400 });
const runs = { numRuns: 25 };
const arbitraryCase = fc
  .integer({ min: 1, max: 40 })
  .chain((count) => fc.tuple(fc.constant(count), fc.uniqueArray(fc.nat({ max: count - 1 }), { maxLength: count })));

describe('whichever results the service refuses', () => {
  it.each([
    ['by bisection', refused],
    ['as too large together', () => new ServiceError('TOO_LARGE', 'too large', { ...FAILURE, status: 413 })],
  ])('exactly those are refused, and their neighbors are sent, once and in order: %s', async (_, error) => {
    await fc.assert(
      fc.asyncProperty(arbitraryCase, async ([count, ids]) => {
        const bad = new Set(ids);
        const seen = await send(count, refusing(bad, error));
        const all = [...Array(count).keys()];
        expect(seen.sent).toEqual(all.filter((id) => !bad.has(id)));
        expect(seen.refused).toEqual(all.filter((id) => bad.has(id)));
      }),
      runs,
    );
  });

  it('each costs at most two requests per halving', async () => {
    await fc.assert(
      fc.asyncProperty(arbitraryCase, async ([count, ids]) => {
        const { requests } = await send(count, refusing(new Set(ids), refused));
        expect(requests).toBeLessThanOrEqual(1 + 2 * ids.length * Math.ceil(Math.log2(count)));
      }),
      runs,
    );
  });

  it('those that are not in the run are set aside, and the others are sent', async () => {
    await fc.assert(
      fc.asyncProperty(arbitraryCase, async ([count, ids]) => {
        const absent = new Set(ids);
        const seen = await send(count, (posted) => {
          const id = posted.find((one) => absent.has(one));
          if (id !== undefined) throw unmatched(id);
        });
        const all = [...Array(count).keys()];
        expect(seen.sent.sort(ascending)).toEqual(all.filter((one) => !absent.has(one)));
        expect(seen.unmatched.sort(ascending)).toEqual(all.filter((one) => absent.has(one)));
      }),
      runs,
    );
  });
});

it('a service that breaks after it has taken results costs none', async () => {
  let posts = 0;
  const breaksAfterFirst = () => {
    if (posts++ > 0) throw new ServiceError('UNAVAILABLE', 'HTTP 500', { ...FAILURE, status: 500 });
  };
  expect(await send(4, breaksAfterFirst, { times: 2 })).toMatchObject({
    sent: [0, 1, 2, 3],
    refused: [],
    paused: 'HTTP 500',
  });
});

const fails = () => new ServiceError('UNAVAILABLE', 'HTTP 500', { ...FAILURE, status: 500 });

it('a legacy service gets each result for itself', async () => {
  const results = resultsOf(5);
  const bytes = Buffer.from('{');
  const damaged = { ...(results[2] as Outgoing), bytes, end: bytes.length };
  const head = { kind: 'result', configurationGlobalId: 7, attachments: [{ name: 'a.png' }] } as ResultHead;
  const answer = ([id]: readonly number[]) => {
    if (id === 1) throw fails();
    if (id === 3) throw refused();
  };
  const last = { ...resultOf(4), head };
  const seen = await send(5, answer, {
    isProven: false,
    api: 'legacy',
    results: results.with(2, damaged).with(4, last),
  });
  expect(seen).toMatchObject({ requests: 4, sent: [0, 4], refused: [2, 3], unmatched: [], paused: '', batchLimit: 1 });
  expect(seen.reasons).toEqual([expect.stringContaining('is not a result'), 'no']);
  expect(seen.whyLeft).toContain('HTTP 500');
  const body = { testRunId: 'run', testPlanGlobalId: 5, outcome: 'Passed' };
  expect(seen.bodies[0]).toMatchObject({ ...body, autoTestExternalId: '0', configurationGlobalId: 0 });
  expect(seen.bodies[0]).not.toHaveProperty('message');
  expect(seen.bodies.at(-1)).toMatchObject({ ...body, configurationGlobalId: 7, message: 'Attachments: a.png' });
});

it.each([
  ['RUN_OVER', 409, { paused: 'alone', requests: 2 }],
  ['UNAVAILABLE', 503, { paused: 'alone', requests: 2 }],
  // The answer to the array says why.
  ['REFUSED', 400, { refused: [0], reasons: ['no'], requests: 2 }],
] as const)('a result that is refused in an array, and as an object by %s', async (code, status, expected) => {
  const answer = (_: readonly number[], { isAlone, items }: PostedResults) => {
    expect(items).toHaveLength(1);
    throw isAlone === true ? new ServiceError(code, 'alone', { ...FAILURE, status }) : refused();
  };
  const seen = await send(1, answer, { isProven: false });
  expect(seen).toMatchObject({ ...{ sent: [], refused: [], paused: '' }, ...expected });
  // Arrays are not to blame.
  expect(seen.batchLimit).toBe(Number.POSITIVE_INFINITY);
});

it('a single result that is refused in an array is tried as an object, unless an array was accepted before', async () => {
  const asObjectOnly = (_: readonly number[], { isAlone }: PostedResults) => {
    if (isAlone !== true) throw refused();
  };
  expect(await send(1, asObjectOnly, { isProven: false })).toMatchObject({ sent: [0], requests: 2, batchLimit: 1 });
  expect(await send(1, asObjectOnly, { isProven: true })).toMatchObject({ refused: [0], requests: 1 });
});

it('if the test of an object is not in the run, the answer to the object counts, not the one to the array', async () => {
  const seen = await send(
    2,
    ([id = 0], { isAlone }) => {
      throw isAlone === true ? unmatched(id) : refused();
    },
    { isProven: false },
  );
  expect(seen).toMatchObject({ unmatched: [0, 1], refused: [], requests: 4, batchLimit: 1 });
});

it('of two results with one id, the one is set aside that the service names with its configuration', async () => {
  const other = resultOf(0);
  const bytes = Buffer.from(other.bytes.toString().replace(CONFIGURATION, CONFIGURATION.replace('0f', '1e')));
  const results = [{ ...other, sequence: 7, bytes }, resultOf(0), resultOf(1)];
  const answer = (ids: readonly number[], { items }: PostedResults) => {
    if (ids.includes(0) && items.some(({ sequence }) => sequence === 0)) throw unmatched(0);
  };
  const seen = await send(3, answer, { results });
  expect(seen).toMatchObject({ requests: 3, unmatched: [0], sent: [0, 1] });
});

it.each([
  [
    'none of 200 is in the run: delivery pauses, and suggests checking the configuration',
    200,
    -1,
    /none of these 200 ids .*TMS_CONFIG/,
  ],
  ['one of 300 is in the run: delivery continues', 300, 0, /^$/],
])('%s', async (_, count, present, paused) => {
  const answer = (ids: readonly number[]) => {
    const id = ids.find((one) => one !== present);
    if (id !== undefined) throw unmatched(id);
  };
  const seen = await send(count, answer, { isProven: false });
  expect(seen.paused).toMatch(paused);
  expect(seen.sent).toEqual(present < 0 ? [] : [present]);
});

function unmatched(id: number): ServiceError {
  // The service may write GUIDs in capitals.
  const pair = { configurationId: CONFIGURATION.toUpperCase(), externalId: String(id) };
  return new ServiceError('UNMATCHED', 'none', { ...FAILURE, status: 400, pair });
}

function ascending(one: number, other: number): number {
  return one - other;
}
