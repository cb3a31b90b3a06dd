import { guard, isLoadedByOther, openSession, type Session, type SessionHost } from '@testpoint/core/adapter';
import { env, workingFolder } from '@testpoint/core/built-ins';
import { hosts } from '@testpoint/frameworks';
import { nodeTest } from '../description.js';
import type { NodeEvent } from './node-events.js';
import { Reporting } from './reporting.js';

const { execArgv, version } = process;

/**
 * Sends the results of Node's test runner to the service: `node --test --test-reporter=@testpoint/node-test
 * --test-reporter-destination=stdout`, beside the reporter that prints. It prints nothing there itself.
 */
export function testpointReporter(source: AsyncIterable<NodeEvent>): AsyncIterable<string> {
  if (isLoadedByOther(nodeTest, hosts, source)) return nothing();
  const session = openSession({
    framework: nodeTest,
    hosts,
    frameworkVersion: version.slice(1),
    run: sharedRun(),
    idRoot: workingFolder,
    options: {},
    ...modeOf(`${execArgv.join(' ')} ${env.NODE_OPTIONS ?? ''} `),
  });
  return report(session, source);
}

// Node calls a reporter that is a class with `new` and without the events.
delete testpointReporter.prototype.constructor;

async function* report(session: Session, source: AsyncIterable<NodeEvent>): AsyncIterable<string> {
  let reporting: Reporting | undefined;
  const problem = (title: string, detail?: string) => session.problem(title, detail);
  if (session.active) guard('starting', () => (reporting = new Reporting(session)), problem);
  for await (const event of source) reporting?.handle(event);
  reporting?.conclude();
  session.close();
}

async function* nothing(): AsyncIterable<string> {
  // Another framework has loaded the reporter.
}

/** Node passes each reporter events of its own, so that a reporter in two lines recognizes itself only by this object. */
function sharedRun(): object {
  const shared = globalThis as { [KEY]?: object };
  shared[KEY] ??= {};
  return shared[KEY];
}

const KEY = Symbol.for('testpoint.node-test.run');

function modeOf(options: string): Pick<SessionHost, 'off' | 'offUnless' | 'watchesFiles' | 'shard'> {
  if (/(?:^| )--watch(?:-path=\S+)? /.test(options))
    return { off: 'watch mode', offUnless: 'watch', watchesFiles: true };
  const [, current, total] = /--test-shard[= ](\d+)\/(\d+)/.exec(options) ?? [];
  if (current === undefined || total === undefined) return {};
  return { shard: { current: Number(current), total: Number(total) } };
}
