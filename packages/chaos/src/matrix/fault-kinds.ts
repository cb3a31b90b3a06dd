import type { FaultRule } from '@testpoint/reference-server';
import type { Cut } from '../network/relay.js';
import { THREAD_KILLER } from '../programs.js';
import type { TimedEvent } from '../scenario/scenario.js';
import type { FaultKind } from './run-matrix.js';

const UPLOAD = { operation: 'uploadAttachment' } as const;
const RESULTS = { operation: 'addResults' } as const;
const NOT_JSON = { body: '<<not json>>', contentType: 'application/json' };

const DOWN: TimedEvent[] = [{ after: 0, do: { what: 'service goes down' } }];

/** For faults that only a timeout ends, and that lose answers. */
const IMPATIENT = { settings: { requestTimeout: 700, closeTimeout: 3_000 }, losesNoAnswer: false } as const;

/** Misbehavior of the service. */
const SERVICE_KINDS: FaultKind[] = [
  { name: 'nothing fails' },
  serviceKind('answers are slow', { latency: [50, 400] }),
  serviceKind('500 now and then', { status: 500, probability: 0.4 }),
  serviceKind('502 with an HTML page', { status: 502, answer: 'html', probability: 0.4 }),
  serviceKind('503 with Retry-After in seconds', { status: 503, retryAfter: 1, times: 3 }),
  serviceKind('429 with Retry-After as a date', { status: 429, retryAfter: new Date().toUTCString(), times: 4 }),
  serviceKind('408, 425, 504 in a row', { status: [408, 425, 504] }),
  serviceKind('401 for a while', { status: 401, times: 3 }),
  serviceKind('403 for results', { ...RESULTS, status: 403, times: 2 }),
  serviceKind('413 for arrays', { ...RESULTS, status: [413, 413, 200, 413] }),
  serviceKind(
    'no arrays, and 503 now and then',
    { ...RESULTS, refuseArrays: true },
    { ...RESULTS, status: 503, probability: 0.4 },
  ),
  serviceKind('400 for an array once', { ...RESULTS, status: [400] }),
  serviceKind('404 for the run for a while', { ...RESULTS, status: [404] }),
  serviceKind('409 for the run for a while', { ...RESULTS, status: [409] }),
  serviceKind('uploads fail', { ...UPLOAD, status: 503, probability: 0.6 }),
  serviceKind('the refusal is not JSON', { status: 500, answer: NOT_JSON, probability: 0.4 }),
  serviceKind('the refusal is cut short', { status: 503, answer: 'truncated', probability: 0.4 }),
  serviceKind('starting the run fails', { operation: 'startRun', status: [500, 503] }),
  serviceKind('connection closed before the request is read', { drop: 'before', probability: 0.3 }),
  serviceKind('connection reset before the request is read', { drop: 'before', reset: true, probability: 0.3 }),
  serviceKind('connection closed in the middle of the request', { drop: 'during', probability: 0.3 }),
  serviceKind('accepted with an empty answer', { ...RESULTS, answer: 'empty' }),
  serviceKind('accepted with an answer that is not JSON', { ...RESULTS, answer: NOT_JSON }),
  losingKind('connection closed after the write', { ...RESULTS, drop: 'after', probability: 0.3 }),
  losingKind('connection reset after the write', { ...RESULTS, drop: 'after', reset: true, probability: 0.3 }),
  losingKind('no answer, nothing done', { ...RESULTS, hang: 'before', times: 2 }),
  losingKind('no answer after the write', { ...RESULTS, hang: 'after', times: 2 }),
  losingKind('the answer is cut short', { answer: 'truncated', probability: 0.4 }),
  losingKind('accepted with an HTML page', { answer: 'html', probability: 0.3 }),
  losingKind('an upload is answered with garbage', { ...UPLOAD, answer: NOT_JSON, times: 1 }),
  losingKind('answers drip', { ...RESULTS, drip: 20 }),
];

/** Failures of the network. */
const NETWORK_KINDS: FaultKind[] = [
  networkKind('reset in the middle of a request', { exchange: 2, of: 'request', afterBytes: 600, how: 'reset' }),
  networkKind('end in the middle of a head', { exchange: 1, of: 'request', afterBytes: 40, how: 'end' }),
  networkKind('cut between request and answer', { exchange: 2, of: 'answer', afterBytes: 0, how: 'reset' }),
  networkKind('cut in the middle of an answer', { exchange: 1, of: 'answer', afterBytes: 120, how: 'end' }),
  networkKind('half open before the request', { exchange: 1, of: 'request', afterBytes: 0, how: 'silence' }),
  networkKind('half open before the answer', { exchange: 2, of: 'answer', afterBytes: 0, how: 'silence' }),
  networkKind('slow, then cut', { exchange: 2, of: 'answer', afterBytes: 20, how: 'reset' }, 30),
];

/** Events that affect the service and the suite's process while it runs. */
const EVENT_KINDS: FaultKind[] = [
  eventKind('the service is down', ...DOWN),
  eventKind(
    'the service is down for a while',
    { after: 4, do: { what: 'service goes down' } },
    { after: 10, do: { what: 'service comes back' } },
  ),
  eventKind('the service restarts on its database', { after: 8, do: { what: 'service restarts' } }),
  eventKind(
    'all connections break, twice',
    { after: 6, do: { what: 'connections break' } },
    { after: 14, do: { what: 'connections break' } },
  ),
  eventKind('SIGKILL', signal('SIGKILL', 12, 3)),
  eventKind(
    'SIGKILL while the service is down',
    { after: 3, do: { what: 'service goes down' } },
    signal('SIGKILL', 12),
  ),
  eventKind('SIGTERM', signal('SIGTERM', 12)),
  {
    ...eventKind('SIGTERM while nothing is answered', signal('SIGTERM', 12)),
    faults: { rules: [{ hang: 'before' }] },
  },
  { name: 'the process exits in the middle', exitsAfter: 12 },
  {
    ...{ name: 'the delivery thread dies', losesNoAnswer: false, threadDeaths: 1 },
    env: { NODE_OPTIONS: `--import=${THREAD_KILLER}`, CHAOS_THREAD_LIFETIME: '120' },
  },
  {
    name: 'flushes while the suite runs',
    events: [2, 6, 10, 14].map((after) => ({ after, do: { what: 'flush' } })),
  },
  {
    name: 'suspended while a flush runs',
    events: [{ after: 9, do: { what: 'flush while suspended', suite: 0, lock: 'old' } }],
    // Elsewhere, the flush can't tell a suspended process from another one with its id.
    losesNoAnswer: process.platform === 'linux',
    posix: true,
  },
  {
    name: 'suspended, and taken over from another machine',
    events: [{ after: 9, do: { what: 'flush while suspended', suite: 0, lock: 'old, from another machine' } }],
    losesNoAnswer: false,
    posix: true,
  },
];

const KILLED = [signal('SIGKILL', 24)];
const HEALED = { timeout: 20_000, isHealed: true } as const;
const REMOVED: TimedEvent = { after: 12, do: { what: 'outbox is removed' } };
const CLOSES = { env: { CHAOS_CLOSE_AFTER: '12' } };

/** Events that affect the suite's leftovers. The service is down while it runs, so that there are some. */
const OUTBOX_KINDS: FaultKind[] = [
  { name: 'two flushes at once', events: DOWN, flushes: [{ ...HEALED, atOnce: 2 }] },
  {
    name: 'a flush is killed',
    events: DOWN,
    flushes: [{ ...HEALED, atOnce: 1, killedAfter: 3 }],
    losesNoAnswer: false,
  },
  { name: 'the outbox is moved', events: DOWN, outbox: ['moves'] },
  {
    name: 'a killed suite’s outbox is a copy from another machine',
    events: KILLED,
    outbox: ['is a copy from another machine'],
    losesNoAnswer: false,
  },
  { name: 'half a line at the end', events: DOWN, outbox: ['gets half a line'] },
  { name: 'named pipes in the outbox', events: DOWN, outbox: ['gets named pipes'], posix: true },
  { name: 'the last line is cut', events: DOWN, outbox: ['loses half a line'] },
  {
    name: 'the last delivery mark is cut',
    events: KILLED,
    outbox: ['forgets half a mark'],
    losesNoAnswer: false,
  },
  { name: 'the disk is full', limits: '-f 4', posix: true, onlyScripted: true },
  { name: 'few descriptors', limits: '-n 36', posix: true, onlyScripted: true },
  { name: 'a test closes every descriptor of ours', ...CLOSES },
  { name: 'a test closes every descriptor of ours while the service is down', events: DOWN, ...CLOSES },
  { name: 'the outbox is removed in the middle', events: [REMOVED], posix: true },
  { name: 'the outbox is removed while the service is down', events: [...DOWN, REMOVED], posix: true },
  { name: 'there is no place for the outbox', noOutbox: true },
  {
    name: 'the run is created, and its answers are lost',
    ...{ ...IMPATIENT, losesNoAnswer: true, run: 'created' },
    faults: { rules: [{ operation: ['createRun', 'startRun'], drop: 'after', times: 2 }] },
  },
  {
    name: 'the run cannot be completed at first',
    run: 'created',
    faults: { rules: [{ operation: 'completeRun', status: [503, 500] }] },
  },
];

/** Every row of the matrix. */
export const FAULT_KINDS: readonly FaultKind[] = [...SERVICE_KINDS, ...NETWORK_KINDS, ...EVENT_KINDS, ...OUTBOX_KINDS];

/** The service misbehaves, but every answer to a write arrives. */
function serviceKind(name: string, ...rules: FaultRule[]): FaultKind {
  return { name, faults: { rules } };
}

/** The service misbehaves, and answers to writes are lost. */
function losingKind(name: string, ...rules: FaultRule[]): FaultKind {
  return { name, faults: { rules }, ...IMPATIENT };
}

/** Every third connection breaks in the same way. */
function networkKind(name: string, cut: Cut, delay?: number): FaultKind {
  const fault = { cut, ...(delay !== undefined && { delay }) };
  return { name, network: (connection) => (connection % 3 === 1 ? fault : undefined), ...IMPATIENT };
}

/** Something happens while the suite runs. */
function eventKind(name: string, ...events: TimedEvent[]): FaultKind {
  return { name, events, ...IMPATIENT };
}

function signal(name: 'SIGKILL' | 'SIGTERM', after: number, delay?: number): TimedEvent {
  return { after, ...(delay !== undefined && { delay }), do: { what: 'signal', suite: 0, signal: name } };
}
