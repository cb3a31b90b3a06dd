import { node } from '../built-ins/node.js';
import { shielded } from '../built-ins/shield.js';
import { type Framework, isFramework, TITLES } from '../channel/format/frameworks.js';
import {
  CHANNEL_VARIABLE,
  type ChannelData,
  type ChannelKind,
  FRAMEWORK_VARIABLE,
} from '../channel/format/messages.js';
import { type Channel, ChannelWriter } from '../channel/write/channel-writer.js';
import type { Place } from './place-types.js';
import { type SharedState, state } from './state.js';

/** False if our reporter is not listening. Then a setup file has nothing to do. */
export function isReporting(): boolean {
  return channel() !== undefined;
}

/** The place of the calling code; undefined, with one warning in the summary, if it is not in an open test. */
export function currentPlace(call: string): Place | undefined {
  if (channel() === undefined) {
    state.early ??= call;
    return undefined;
  }
  const place = state.places.getStore();
  if (place?.attempt?.open === false) {
    warn(`${call}() was called after its test had ended, and did nothing. Await everything that the test starts.`);
    return undefined;
  }
  if (place !== undefined && place.hook?.open !== false) return place;
  if (place?.attempt !== undefined) return { attempt: place.attempt, hook: undefined, step: undefined, depth: 0 };
  if (state.serial !== undefined && state.serial.attempt?.open !== false)
    return state.places.innermost?.() ?? state.serial;
  warnOutsideTest(call);
  return undefined;
}

/** Call it when the module that test code imports is loaded. @param api the package of that module */
export function announceApi(api?: Framework): void {
  state.hasApi = true;
  if (api !== undefined) state.api = api;
  if (channel() !== undefined) warnForeign(state);
}

/** The open channel to the reporter. Looked up until it exists, because a setup file may load before its reporter. */
export function channel(): Channel | undefined {
  if (state.channel !== undefined) return state.channel;
  const directory = host?.env[CHANNEL_VARIABLE];
  if (directory === undefined || directory === '') return undefined;
  state.channel = new ChannelWriter(directory);
  const framework = host?.env[FRAMEWORK_VARIABLE];
  if (isFramework(framework)) state.framework = framework;
  return state.channel;
}

/**
 * The channel of a reporter whose tests run in its own process: it needs no files, and no environment variable reaches
 * processes started by tests. Undefined when the reporter has ended.
 * @param framework the reporter's framework
 */
export function openChannel(channel: Channel | undefined, framework?: Framework): void {
  state.channel?.close();
  state.channel = channel;
  state.framework = framework;
  if (channel !== undefined) {
    warnForeign(state);
    if (state.early !== undefined) warnOutsideTest(state.early);
  }
  state.early = undefined;
}

/** Sends one message to the reporter. The data is already JSON-safe. Never throws. */
export function tellReporter<Kind extends ChannelKind>(kind: Kind, data: ChannelData[Kind]): void {
  try {
    shielded(() => channel()?.send(kind, data));
  } catch {
    // Nothing is listening any more, and a test never fails because of us.
  }
}

/** Warns once per text and process; the reporter puts it into its summary. */
export function warn(text: string, about?: { lacksSetup: true }): void {
  if (state.warned[text]) return;
  state.warned[text] = true;
  tellReporter('warning', { text, ...about });
}

/** Writes later lines to a separate file whose name the reporter knows. */
export function nameChannel(name: string): void {
  channel()?.rename(name);
}

/** Closes the channel's descriptor, for processes that run one sandbox after another. */
export function closeChannel(): void {
  state.channel?.close();
}

/** Another framework's API never finds a test, and there is already a warning about that. */
function warnOutsideTest(call: string): void {
  if (isForeign(state)) return;
  warn(
    `${call}() was called outside a test, and did nothing. Call it in a test, or in a beforeEach or afterEach hook.`,
    {
      lacksSetup: true,
    },
  );
}

function warnForeign(shared: SharedState): void {
  const { api, framework } = shared;
  if (api === undefined || framework === undefined || !isForeign(shared)) return;
  warn(
    `@testpoint/${api}/api is for ${TITLES[api]}, but ${TITLES[framework]} runs these tests: import @testpoint/${framework}/api instead.`,
  );
}

function isForeign({ api, framework }: SharedState): boolean {
  return api !== undefined && framework !== undefined && api !== framework;
}

const host = node === undefined ? undefined : process;
