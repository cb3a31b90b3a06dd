import { Random } from '../random.js';
import type { Ending, ScriptedAttachment, ScriptedTest } from '../suite/script.js';
import { randomNetwork, randomRules } from './random-faults.js';
import type { DeliveryChoices, OutboxEvent, PlannedFlush, Scenario, Suite, TimedEvent } from './scenario.js';
import { scriptedSuite } from './scripted-suite.js';

/** Maximum number of suites in a scenario, and of tests in a suite. */
export const MOST_SUITES = 3;
export const MOST_TESTS = 40;

/**
 * A random scenario, always the same for the same seed.
 * @param suite a real framework's suite; by default, one or more scripted suites
 */
export function randomScenario(seed: number, suite?: Suite): Scenario {
  const random = new Random(seed);
  const scripted = Array.from({ length: random.pick([1, 1, 1, 2, MOST_SUITES]) }, (_, index) =>
    randomSuite(index, random.fork()),
  );
  const suites = suite === undefined ? scripted : [suite];
  const rules = randomRules(random.fork());
  const cuts = random.chance(0.4);
  const events = randomEvents(suites.length, random.fork());
  return {
    suites,
    atOnce: random.chance(0.5),
    run: random.pick(['given', 'created'] as const),
    settings: randomSettings(random.fork()),
    faults: rules.length === 0 ? undefined : { seed, rules },
    network: cuts ? randomNetwork(random.fork()) : () => undefined,
    events,
    outbox: randomOutboxEvents(random.fork()),
    flushes: randomFlushes(random.fork()),
    // A short timeout on a busy machine may lose any answer, so only the matrix makes this promise.
    losesNoAnswer: false,
  };
}

function randomSuite(index: number, random: Random): Suite {
  const count = random.between(1, MOST_TESTS);
  const pace = random.pick([0, 1, 4]);
  const tests = Array.from({ length: count }, () => randomTest(pace, random));
  const ending = random.pick<Ending>(['close', 'close', 'close', 'close', 'exit', 'run-out', 'throw']);
  return scriptedSuite({
    name: `suite ${index}`,
    tests,
    ending,
    exitCode: random.pick([0, 1, 3]),
    threadDiesBefore: random.chance(0.12) ? [random.between(0, count - 1)] : [],
    handlesSignals: random.chance(0.5),
  });
}

function randomTest(pace: number, random: Random): ScriptedTest {
  return {
    status: random.pick(['passed', 'passed', 'passed', 'failed', 'skipped', 'not-run'] as const),
    attempts: random.chance(0.2) ? random.between(2, 4) : 1,
    duration: random.between(0, pace * 2),
    isBusy: random.chance(0.3),
    attachments: random.chance(0.15) ? Array.from({ length: random.between(1, 2) }, () => attachment(random)) : [],
  };
}

function attachment(random: Random): ScriptedAttachment {
  return {
    from: random.pick(['body', 'file', 'owned-file'] as const),
    bytes: random.pick([0, 10, 3_000, 200_000]),
    content: random.between(1, 4),
  };
}

function randomEvents(suites: number, random: Random): TimedEvent[] {
  const events: TimedEvent[] = [];
  const moment = () => ({ after: random.between(1, MOST_TESTS), delay: random.between(0, 10) });
  if (random.chance(0.35)) {
    const signal = random.pick(['SIGKILL', 'SIGKILL', 'SIGTERM'] as const);
    events.push({ ...moment(), do: { what: 'signal', suite: random.between(0, suites - 1), signal } });
  }
  if (random.chance(0.15)) events.push({ ...moment(), do: { what: 'service restarts' } });
  if (random.chance(0.15)) events.push({ ...moment(), do: { what: 'connections break' } });
  if (random.chance(0.2)) events.push({ ...moment(), do: { what: 'flush' } });
  if (random.chance(0.15) && process.platform !== 'win32') {
    const suite = random.between(0, suites - 1);
    events.push({ ...moment(), do: { what: 'flush while suspended', suite, lock: 'old' } });
  }
  if (random.chance(0.25)) {
    const { after } = moment();
    events.push({ after, do: { what: 'service goes down' } });
    if (random.chance(0.6)) events.push({ after, delay: random.between(20, 200), do: { what: 'service comes back' } });
  }
  return events;
}

function randomSettings(random: Random): DeliveryChoices {
  return {
    requestTimeout: random.pick([300, 600, 1_000]),
    closeTimeout: random.pick([200, 1_000, 2_000]),
    batchSize: random.pick([1, 3, 10, 100]),
    concurrency: random.pick([1, 4, 16, 32]),
    api: random.chance(0.1) ? 'legacy' : 'v2',
  };
}

function randomOutboxEvents(random: Random): OutboxEvent[] {
  const events: OutboxEvent[] = [];
  if (random.chance(0.15)) events.push('gets half a line');
  if (random.chance(0.1)) events.push('loses half a line');
  if (random.chance(0.15)) events.push('forgets half a mark');
  if (random.chance(0.15)) events.push(random.pick(['moves', 'is a copy from another machine'] as const));
  return events;
}

function randomFlushes(random: Random): PlannedFlush[] {
  return Array.from({ length: random.pick([0, 0, 0, 1, 1, 2]) }, () => ({
    atOnce: random.between(1, 2),
    timeout: random.pick([100, 500, 1_500]),
    ...(random.chance(0.25) && { killedAfter: random.between(1, 6) }),
  }));
}
