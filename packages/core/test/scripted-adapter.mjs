// A suite in its own process that reports like a framework package. Its argument is its script, as JSON.
import { closeSync, mkdirSync, openSync, readdirSync, readlinkSync, readSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate, setTimeout } from 'node:timers/promises';
import { openSession } from '@testpoint/core/adapter';

const { idRoot, options, tests, ending, shard, attachments, removesOutbox, takesDescriptors, closes } = JSON.parse(
  process.argv[2],
);
const outbox = join(idRoot, '.testpoint');
const taken = [];
let progress;
const session = openSession({
  framework: { name: 'scripted' },
  frameworkVersion: '1',
  idRoot,
  options,
  ...(shard && { shard }),
});

for (let number = 0; number < tests; number++) {
  const at = Date.now();
  session.record({
    file: 'suite.test.ts',
    titlePath: ['suite', `test ${number}`],
    status: number % 10 === 9 ? 'failed' : 'passed',
    attempts: [
      {
        status: number % 10 === 9 ? 'failed' : 'passed',
        startedAt: at,
        endedAt: at + 5,
        errors:
          number % 10 === 9 ? [{ message: 'Error: it broke', stack: 'Error: it broke\n    at suite.test.ts:1:1' }] : [],
        setup: [],
        body: [{ title: 'a step', startedAt: at, endedAt: at + 5, status: 'passed' }],
        teardown: [],
        attachments: attachments ? [{ name: 'log.txt', contentType: 'text/plain', ...logOf(number) }] : [],
      },
    ],
  });
  if (removesOutbox === 'at once' && number === 0) rmSync(outbox, { recursive: true, force: true, maxRetries: 5 });
  if (removesOutbox === 'in the middle' && number === Math.floor(tests / 2)) {
    while (!hasDelivered()) await setTimeout(20);
    rmSync(outbox, { recursive: true, force: true, maxRetries: 5 });
  }
  if (closes !== undefined && number === Math.floor(tests / 8)) {
    while (closes === 'delivered files, and removes them' && !hasDelivered()) await setTimeout(20);
    closeAndReuse();
    if (closes !== 'files') rmSync(outbox, { recursive: true, force: true, maxRetries: 5 });
  }
  if (takesDescriptors === 'at once') {
    if (number === 0) {
      hasDelivered();
      takeDescriptors();
    }
    // Yields, as a framework does between two tests. One test takes a while.
    await setImmediate();
    while (number === tests - 1 && !hasDelivered()) await setTimeout(20);
  }
  if (takesDescriptors === 'in the middle' && number === Math.floor(tests / 2)) {
    while (!hasDelivered()) await setTimeout(20);
    takeDescriptors();
  }
  if (ending === 'pause' && number === tests - 1) process.stdout.write('recorded\n');
}

function logOf(number) {
  return attachments === 'missing' ? { path: 'nowhere.txt' } : { body: `log of ${number}` };
}

switch (ending) {
  case 'close':
    session.close();
    break;
  case 'interrupt':
    session.close({ interrupted: true });
    break;
  case 'exit while closing':
    session.close();
    await setImmediate();
    process.exit(3);
    break;
  case 'exit':
    process.exit(3);
    break;
  case 'exit after the thread':
    // The event loop never turns, so no message of the thread arrives.
    while (!hasDelivered());
    globalThis.deliveryThread.terminate();
    process.exit(3);
    break;
  case 'close and listen':
    // Like packages that clean up after themselves: with a listener, the signal does not end the process.
    for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => {});
    process.on('exit', () => process.stdout.write('exits\n'));
    process.prependListener('exit', () => process.stdout.write('waits\n'));
    session.close();
    break;
  case 'close and live on':
    session.close();
    setInterval(() => {}, 1_000);
    break;
  case 'close two': {
    const other = openSession({ framework: { name: 'other' }, frameworkVersion: '1', idRoot, options });
    other.close();
    session.close();
    break;
  }
  case 'close when told': {
    const waiting = setInterval(() => {}, 1_000);
    process.once('SIGUSR2', () => {
      clearInterval(waiting);
      session.close();
    });
    process.stdout.write('recorded\n');
    break;
  }
  case 'pause':
    setInterval(() => {}, 1_000);
}

/** Whether any result of this session has been delivered. */
function hasDelivered() {
  const block = Buffer.alloc(65_536);
  // Opened only once, because the suite may take all descriptors later.
  progress ??= openSync(
    join(
      outbox,
      readdirSync(outbox).find((name) => name.includes('scripted')),
      'progress.ndjson',
    ),
  );
  return block.toString('utf8', 0, readSync(progress, block, 0, block.length, 0)).includes('"sent"');
}

/** Closes the session's files like a helper that closes whatever it finds, and opens its own files, which get the numbers. */
function closeAndReuse() {
  const ours = readdirSync('/proc/self/fd').filter(
    (name) => Number(name) > 2 && (linkOf(name).startsWith(outbox) || linkOf(name) === '/dev/null'),
  );
  for (const name of ours) closeSync(Number(name));
  const folder = join(idRoot, 'of-the-test');
  mkdirSync(folder);
  taken.push(...ours.map((name) => openSync(join(folder, name), 'w+')));
}

/** The path of a descriptor's file. */
function linkOf(name) {
  try {
    return readlinkSync(`/proc/self/fd/${name}`);
  } catch {
    return '';
  }
}

/** Opens files until there is no descriptor left; they stay open to the end. */
function takeDescriptors() {
  try {
    for (;;) taken.push(openSync(process.execPath, 'r'));
  } catch (error) {
    if (error.code !== 'EMFILE') throw error;
  }
  process.once('exit', () => taken.forEach(closeSync));
}
