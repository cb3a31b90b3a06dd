/** The database's thread. SQLite is synchronous; in its own thread it does not block clients that don't need the database. */
import { setImmediate as turnOfOthers } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { type Answer, type Call, clock, type Progress, type ThreadData, toSend } from './calls.js';
import { Engine } from './engine.js';
import { startError } from './failures.js';
import { unpackResults } from './packed.js';
import type { InPieces } from './pieces.js';
import { Reader } from './reader.js';

if (parentPort === null) throw new Error('This file runs only in a worker thread of the server.');
const port = parentPort;
const answer = (said: Answer) => port.postMessage(said);

/** Runs that are being written in pieces, with a promise that resolves when that is done. */
const busy = new Map<string, Promise<void>>();

/** The number of the last call that arrived, as a 32-bit integer. */
let received = 0;

function opened<Opened>(open: () => Opened): Opened | undefined {
  try {
    const connected = open();
    answer({ number: 0, waited: 0, value: undefined });
    return connected;
  } catch (error) {
    answer({ number: 0, waited: 0, error: toSend(startError(error, data.file)) });
    return undefined;
  }
}

const data: ThreadData = workerData;
const progress = (sentence: string) => port.postMessage({ progress: sentence } satisfies Progress);
const isCallWaiting = () => Atomics.load(data.lastCall, 0) !== received;
if (data.role === 'writer') {
  serve(
    opened(() => new Engine(data.file, data.synchronous, isCallWaiting, progress)),
    perform,
  );
} else {
  serve(
    opened(() => new Reader(data.file)),
    async (reader, call) => invoke(reader, call),
  );
}

function serve<Opened>(opened: Opened | undefined, perform: (opened: Opened, call: Call) => Promise<unknown>): void {
  if (opened === undefined) return;
  port.on('message', (call: Call) => {
    const { number, made } = call;
    received = number | 0;
    const waited = clock() - made;
    perform(opened, call).then(
      (value) => answer({ number, waited, value }),
      (error) => answer({ number, waited, error: toSend(error) }),
    );
    if (call.method === 'close') port.close();
  });
}

async function perform(engine: Engine, call: Call): Promise<unknown> {
  switch (call.method) {
    case 'createRun':
      return inTurns(call.run.id, () => engine.createRun(call.run, call.points));
    case 'addResults':
      return inTurns(call.run, () =>
        engine.addResults(call.run, { ...call.delivery, results: unpackResults(call.results) }),
      );
    case 'deleteRun':
      return inTurns(call.run, () => engine.deleteRun(call.run));
    case 'changeState':
      while (busy.has(String(call.args[0]))) await busy.get(String(call.args[0]));
      return invoke(engine, call);
    default:
      return invoke(engine, call);
  }
}

function invoke(target: Engine | Reader, call: Call): unknown {
  if (!('args' in call)) throw new Error(`${call.method} is not a plain method.`);
  const method: unknown = Reflect.get(target, call.method);
  if (typeof method !== 'function') throw new Error(`There is no method ${call.method} in this thread.`);
  return Reflect.apply(method, target, call.args);
}

/** Begins when earlier work in pieces on this run has ended. Such work changes the run at its end. */
async function inTurns<T>(run: string, begin: () => InPieces<T>): Promise<T> {
  // Several may have waited for the same work, so nothing else is awaited until `busy` is set.
  while (busy.has(run)) await busy.get(run);
  const work = begin();
  let step = work.next();
  if (step.done) return step.value;
  let free = () => {};
  busy.set(run, new Promise((resolve) => (free = resolve)));
  try {
    while (!step.done) {
      await turnOfOthers();
      step = work.next();
    }
    return step.value;
  } finally {
    busy.delete(run);
    free();
  }
}
