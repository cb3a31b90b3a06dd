import type { FaultRule, Operation } from '@testpoint/reference-server';
import type { NetworkFaults } from '../network/cutting-proxy.js';
import type { ConnectionFault } from '../network/relay.js';
import type { Random } from '../random.js';

/** Chooses rules for the service's misbehavior. */
export function randomRules(random: Random): FaultRule[] {
  const rules = Array.from({ length: random.between(0, 3) }, () => {
    const effect = random.pick(EFFECTS)(random);
    return { ...selection(random), ...effect };
  });
  // Together, two of them would be more than an attachment's tries.
  return rules.filter((one, index) => !isMisreadUpload(one) || rules.findIndex(isMisreadUpload) === index);
}

/** Chooses connections to break, with a probability. */
export function randomNetwork(random: Random): NetworkFaults {
  const probability = random.pick([0.1, 0.3, 0.6]);
  const { length } = PRECOMPUTED;
  const faults = Array.from({ length }, () => (random.chance(probability) ? connectionFault(random) : undefined));
  return (connection) => faults[connection % length];
}

/** Chosen before the first connection, because the order of connections depends on the machine, not on the seed. */
const PRECOMPUTED = { length: 64 };

const UNREADABLE: [NonNullable<FaultRule['answer']>, NonNullable<FaultRule['answer']>] = [
  { body: '<<not json>>', contentType: 'application/json' },
  'empty',
];

type Effect = (random: Random) => FaultRule;

const EFFECTS: [Effect, ...Effect[]] = [
  (random) => ({ latency: [0, random.pick([20, 80, 200])] }),
  (random) => ({ status: random.pick([500, 502, 503, 504, 408, 425, 429]) }),
  (random) => ({ status: random.pick([429, 503]), retryAfter: random.pick([0, 1, date()]) }),
  () => ({ status: [503, 200, 500, 200, 429, 502] }),
  (random) => ({ status: 502, answer: random.pick(['html', 'empty', 'truncated'] as const) }),
  (random) => ({ drop: random.pick(['before', 'during'] as const), reset: random.chance(0.5) }),
  (random) => ({ drop: 'after', reset: random.chance(0.5) }),
  (random) => ({ hang: random.pick(['before', 'after'] as const) }),
  (random) => ({ answer: random.pick(['truncated', 'html'] as const) }),
  (random) => ({ operation: ['addResults', 'createRun'], answer: random.pick(UNREADABLE) }),
  // After more such answers, we give up the attachment by design, because its result can't wait forever.
  (random) => ({ operation: 'uploadAttachment', answer: random.pick(UNREADABLE), times: 2 }),
  (random) => ({ drip: random.pick([1, 5]), operation: ['addResults', 'createRun'] }),
  (random) => ({ status: random.pick([401, 403]), operation: 'addResults' }),
  () => ({ status: 413, operation: 'addResults', times: 2 }),
];

function isMisreadUpload({ operation, answer }: FaultRule): boolean {
  return operation === 'uploadAttachment' && answer !== undefined;
}

function selection(random: Random): FaultRule {
  const operation = random.pick<Operation | undefined>([undefined, 'addResults', 'addResults', 'uploadAttachment']);
  return {
    ...(operation !== undefined && { operation }),
    ...(random.chance(0.5)
      ? { probability: random.pick([0.1, 0.3, 0.7]) }
      : { calls: { from: random.between(1, 5), every: random.between(1, 4) } }),
    times: random.between(1, 12),
  };
}

/** An HTTP date one second ago, so that the client may retry at once. */
function date(): string {
  return new Date(Date.now() - 1_000).toUTCString();
}

function connectionFault(random: Random): ConnectionFault {
  if (random.chance(0.2)) return { delay: random.between(1, 30) };
  return {
    ...(random.chance(0.2) && { delay: random.between(1, 10) }),
    cut: {
      exchange: random.between(1, 6),
      of: random.pick(['request', 'answer'] as const),
      afterBytes: random.pick([0, 1, 40, 300, 5_000]),
      how: random.pick(['reset', 'end', 'silence'] as const),
    },
  };
}
