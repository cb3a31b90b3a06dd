import { eventKind, type FaultKind, IMPATIENT, losingKind, networkKind, PATIENT, serviceKind } from './fault-kind.js';

const UPLOAD = { operation: 'uploadAttachment' } as const;
const RESULTS = { operation: 'addResults' } as const;
const NOT_JSON = { body: '<<not json>>', contentType: 'application/json' };

/** Misbehavior of the service. */
const SERVICE_KINDS: FaultKind[] = [
  { name: 'nothing fails', changes: {}, settings: PATIENT },
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
  eventKind('the service is down', { after: 0, do: { what: 'service goes down' } }),
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
  eventKind('SIGKILL', { after: 12, delay: 3, do: { what: 'signal', suite: 0, signal: 'SIGKILL' } }),
  eventKind(
    'SIGKILL while the service is down',
    { after: 3, do: { what: 'service goes down' } },
    { after: 12, do: { what: 'signal', suite: 0, signal: 'SIGKILL' } },
  ),
  eventKind('SIGTERM', { after: 12, do: { what: 'signal', suite: 0, signal: 'SIGTERM' } }),
  {
    name: 'SIGTERM while nothing is answered',
    changes: {
      faults: { rules: [{ hang: 'before' }] },
      events: [{ after: 12, do: { what: 'signal', suite: 0, signal: 'SIGTERM' } }],
      losesNoAnswer: false,
    },
    settings: IMPATIENT,
  },
  { name: 'the process exits in the middle', changes: {}, settings: PATIENT, exitsAfter: 12 },
  { name: 'the delivery thread dies', changes: { losesNoAnswer: false }, settings: PATIENT, threadDiesAfter: 120 },
  {
    name: 'flushes while the suite runs',
    changes: { events: [2, 6, 10, 14].map((after) => ({ after, do: { what: 'flush' as const } })) },
    settings: PATIENT,
  },
  {
    name: 'suspended while a flush runs',
    changes: { events: [{ after: 9, do: { what: 'flush while suspended', suite: 0, lock: 'old' } }] },
    settings: PATIENT,
    posix: true,
  },
  {
    name: 'suspended, and taken over from another machine',
    changes: {
      events: [{ after: 9, do: { what: 'flush while suspended', suite: 0, lock: 'old, from another machine' } }],
      losesNoAnswer: false,
    },
    settings: PATIENT,
    posix: true,
  },
];

const KILLED = [{ after: 24, do: { what: 'signal' as const, suite: 0, signal: 'SIGKILL' as const } }];
const DOWN = [{ after: 0, do: { what: 'service goes down' as const } }];

/** Events that affect the suite's leftovers. The service is down while it runs, so that there are some. */
const OUTBOX_KINDS: FaultKind[] = [
  {
    name: 'two flushes at once',
    changes: { events: DOWN, flushes: [{ atOnce: 2, timeout: 20_000, isHealed: true }] },
    settings: PATIENT,
  },
  {
    name: 'a flush is killed',
    changes: {
      events: DOWN,
      flushes: [{ atOnce: 1, timeout: 20_000, isHealed: true, killedAfter: 3 }],
      losesNoAnswer: false,
    },
    settings: PATIENT,
  },
  { name: 'the outbox is moved', changes: { events: DOWN, outbox: ['moves'] }, settings: PATIENT },
  {
    name: 'a killed suite’s outbox is a copy from another machine',
    changes: { events: KILLED, outbox: ['is a copy from another machine'], losesNoAnswer: false },
    settings: PATIENT,
  },
  { name: 'half a line at the end', changes: { events: DOWN, outbox: ['gets half a line'] }, settings: PATIENT },
  {
    name: 'named pipes in the outbox',
    changes: { events: DOWN, outbox: ['gets named pipes'] },
    settings: PATIENT,
    posix: true,
  },
  { name: 'the last line is cut', changes: { events: DOWN, outbox: ['loses half a line'] }, settings: PATIENT },
  {
    name: 'the last delivery mark is cut',
    changes: { events: KILLED, outbox: ['forgets half a mark'], losesNoAnswer: false },
    settings: PATIENT,
  },
  { name: 'the disk is full', changes: {}, settings: PATIENT, diskLimit: 4, posix: true },
  { name: 'few descriptors', changes: {}, settings: PATIENT, descriptorLimit: 36, posix: true },
  { name: 'a test closes every descriptor of ours', changes: {}, settings: PATIENT, closesAfter: 12 },
  {
    name: 'a test closes every descriptor of ours while the service is down',
    changes: { events: DOWN },
    settings: PATIENT,
    closesAfter: 12,
  },
  {
    name: 'the outbox is removed in the middle',
    changes: { events: [{ after: 12, do: { what: 'outbox is removed' } }] },
    settings: PATIENT,
    posix: true,
  },
  {
    name: 'the outbox is removed while the service is down',
    changes: { events: [...DOWN, { after: 12, do: { what: 'outbox is removed' } }] },
    settings: PATIENT,
    posix: true,
  },
  { name: 'there is no place for the outbox', changes: {}, settings: PATIENT, noOutbox: true },
  {
    name: 'the run is created, and its answers are lost',
    changes: { run: 'created', faults: { rules: [{ operation: ['createRun', 'startRun'], drop: 'after', times: 2 }] } },
    settings: IMPATIENT,
  },
  {
    name: 'the run cannot be completed at first',
    changes: { run: 'created', faults: { rules: [{ operation: 'completeRun', status: [503, 500] }] } },
    settings: PATIENT,
  },
];

/** Every row of the matrix. */
export const FAULT_KINDS: readonly FaultKind[] = [...SERVICE_KINDS, ...NETWORK_KINDS, ...EVENT_KINDS, ...OUTBOX_KINDS];
