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

function opened<Opened>(open: () => Opened): Opened | undefined {
  try {
    const connected = open();
    answer({ number: 0, waited: 0, value: undefined });
    return connected;
  } catch (error) {
    answer({ number: 0, waited: 0, ...toSend(startError(error, data.file)) });
    return undefined;
  }
}

const data: ThreadData = workerData;
const progress = (sentence: string) => port.postMessage({ progress: sentence } satisfies Progress);
if (data.role === 'writer') {
  serve(
    opened(() => new Engine(data.file, data.synchronous, progress)),
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
    const waited = clock() - made;
    perform(opened, call).then(
      (value) => answer({ number, waited, value }),
      (error) => answer({ number, waited, ...toSend(error) }),
    );
    if (call.method === 'close') port.close();
  });
}

async function perform(engine: Engine, call: Call): Promise<unknown> {
  switch (call.method) {
    case 'createRun':
      return inTurns(engine.createRun(call.run, call.points));
    case 'addResults':
      return engine.addResults(call.run, { ...call.delivery, results: unpackResults(call.results) });
    case 'deleteRun':
      return inTurns(engine.deleteRun(call.run));
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

/**
 * Other calls are done between the pieces. None of them meets a run in pieces: others do not see it before the last piece is written,
 * or after the first one is deleted.
 */
async function inTurns<T>(work: InPieces<T>): Promise<T> {
  let step = work.next();
  for (; !step.done; step = work.next()) await turnOfOthers();
  return step.value;
}
