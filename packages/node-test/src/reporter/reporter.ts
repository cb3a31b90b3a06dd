import { pipeline, Transform } from 'node:stream';
import { guard, isLoadedByOther, openSession, type SessionHost } from '@testpoint/core/adapter';
import { env, workingFolder } from '@testpoint/core/built-ins';
import { hosts } from '@testpoint/frameworks';
import { nodeTest } from '../description.js';
import type { NodeEvent } from './node-events.js';
import { Reporting } from './reporting.js';

const { execArgv, version } = process;

/**
 * Sends the results of Node's test runner to the service: `node --test --test-reporter=@testpoint/node-test
 * --test-reporter-destination=stdout`, beside the reporter that prints. It prints nothing there itself. Node calls it with `new`
 * and without the events, because it may be a class: then it is a stream, which Node 20 does not leave behind when it is
 * to end at once. A program passes it the events.
 */
export function testpointReporter(source?: AsyncIterable<NodeEvent>): AsyncIterable<string> {
  if (source !== undefined && isLoadedByOther(nodeTest, hosts, source)) return source as AsyncIterable<never>;
  const session = openSession({
    framework: nodeTest,
    hosts,
    frameworkVersion: version.slice(1),
    run: sharedRun(),
    idRoot: workingFolder,
    options: {},
    output: 'none',
    ...modeOf(`${execArgv.join(' ')} ${env.NODE_OPTIONS ?? ''} `),
  });
  // At once, because the processes of test files inherit what it puts into the environment.
  let reporting: Reporting | undefined;
  const begin = () => {
    reporting = new Reporting(session);
  };
  if (session.active) guard('starting', begin, (title, detail) => session.problem(title, detail));
  const stream = new Transform({
    objectMode: true,
    transform(event: NodeEvent, _encoding, done) {
      reporting?.handle(event);
      done();
    },
    flush(done) {
      reporting?.conclude();
      session.close();
      done();
    },
  });
  return source === undefined ? stream : pipeline(source, stream, () => {});
}

/** Node passes each reporter events of its own, so that a reporter in two lines recognizes itself only by this object. */
function sharedRun(): object {
  const shared = globalThis as { [KEY]?: object };
  shared[KEY] ??= {};
  return shared[KEY];
}

const KEY = Symbol.for('testpoint.node-test.run');

function modeOf(options: string): Pick<SessionHost, 'off' | 'offUnless' | 'watchesFiles' | 'shard' | 'otherFailure'> {
  if (/(?:^| )--watch(?:-path=\S+)? /.test(options))
    return { off: 'watch mode', offUnless: 'watch', watchesFiles: true };
  const otherFailure = /--test-coverage-(?:lines|branches|functions)[= ]/.test(options) && {
    otherFailure: 'coverage thresholds',
  };
  const [, current, total] = /--test-shard[= ](\d+)\/(\d+)/.exec(options) ?? [];
  if (current === undefined || total === undefined) return { ...otherFailure };
  return { ...otherFailure, shard: { current: Number(current), total: Number(total) } };
}
