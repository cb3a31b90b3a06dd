import { env } from '../built-ins/at-load.js';
import { node } from '../built-ins/node.js';
import { shielded } from '../built-ins/shield.js';
import { CHANNEL_VARIABLE, type ChannelData, NATIVE_API_VARIABLE } from '../channel/format/messages.js';
import { type Channel, ChannelWriter } from '../channel/write/channel-writer.js';
import { calledOutside, calledTooLate } from './messages.js';
import type { NativeApi } from './native-api.js';
import type { AttemptScope, HookScope, Place } from './place-types.js';
import { state } from './state.js';

/** The place of the calling code; undefined, with one warning in the summary, if it is not in an open test. */
export function currentPlace(call: string): Place | undefined {
  const place = state.places.getStore();
  // A hook may begin before the reporter.
  if (place === undefined && channel() === undefined) {
    state.early ??= call;
    return undefined;
  }
  if (place?.attempt?.open === false) {
    warn(calledTooLate(call));
    return undefined;
  }
  if (place !== undefined && place.hook?.open !== false) return place;
  const next = place?.hook?.next;
  if (next?.open) return placeOf(next);
  if (place?.attempt !== undefined) return { attempt: place.attempt, hook: undefined, step: undefined, depth: 0 };
  if (state.serial !== undefined && state.serial.attempt?.open !== false)
    return state.places.innermost?.() ?? state.serial;
  warnOutsideTest(call);
  return undefined;
}

export function placeOf(scope: AttemptScope | HookScope): Place {
  if ('record' in scope) return { attempt: scope.attempt, hook: scope, step: scope.record, depth: 1 };
  return { attempt: scope, hook: undefined, step: undefined, depth: 0 };
}

/**
 * Call it when the module that test code imports is loaded.
 * @param packageFile a file, or its URL, beside which `native.cjs` registers a native API. Default: the one that the reporter names
 */
export function announceApi(packageFile: string | undefined = variables[NATIVE_API_VARIABLE]): void {
  state.hasApi = true;
  if (packageFile === undefined || packageFile === '' || state.native !== undefined) return;
  try {
    const { createRequire } = process.getBuiltinModule('node:module');
    createRequire(packageFile)('./native.cjs');
  } catch {
    // That framework does not run in this process.
  }
}

/** From now on, the test API acts through that of the framework. */
export function registerNativeApi(native: NativeApi): void {
  state.native = native;
}

/** The native API, if the calling code is in one of its tests. */
export function nativeApi(): NativeApi | undefined {
  return state.native?.isInTest() === true ? state.native : undefined;
}

/**
 * The open channel to the reporter; undefined if our reporter is not listening. Looked up until it exists, because a setup
 * file may load before its reporter.
 */
export function channel(): Channel | undefined {
  if (state.channel !== undefined) return state.channel;
  const directory = variables[CHANNEL_VARIABLE];
  if (directory === undefined || directory === '') return undefined;
  state.channel = new ChannelWriter(directory);
  return state.channel;
}

/**
 * The channel of a reporter whose tests run in its own process: it needs no files, and no environment variable reaches
 * processes started by tests. Undefined when the reporter has ended.
 */
export function openChannel(channel: Channel | undefined): void {
  state.channel?.close();
  state.channel = channel;
  if (channel !== undefined && state.early !== undefined) warnOutsideTest(state.early);
  state.early = undefined;
}

/** Sends one message to the reporter. The data is already JSON-safe. Never throws. */
export function tellReporter<Kind extends keyof ChannelData>(kind: Kind, data: ChannelData[Kind]): void {
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
  const native = nativeApi();
  if (native !== undefined) native.send({ warning: text });
  else tellReporter('warning', { text, ...about });
}

function warnOutsideTest(call: string): void {
  warn(calledOutside(call), { lacksSetup: true });
}

const variables = node === undefined ? {} : env;
