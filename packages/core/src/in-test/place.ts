import { node } from '../built-ins/node.js';
import { shielded } from '../built-ins/shield.js';
import { CHANNEL_VARIABLE, type ChannelData, type ChannelKind } from '../channel/format/messages.js';
import { type Channel, ChannelWriter } from '../channel/write/channel-writer.js';
import type { Place } from './place-types.js';
import { state } from './state.js';

/** False when no reporter of ours listens: a setup file then has nothing to do. */
export function isReporting(): boolean {
  return channel() !== undefined;
}

/** Where the calling code belongs; undefined, and said once in the summary, when that is no open test. */
export function currentPlace(call: string): Place | undefined {
  if (state === undefined) return undefined;
  if (channel() === undefined) {
    state.early ??= call;
    return undefined;
  }
  const place = state.places.getStore();
  if (place?.attempt?.open === false) {
    warn(`${call}() was called after its test had ended, and did nothing.`);
    return undefined;
  }
  if (place !== undefined && place.hook?.open !== false) return place;
  if (place?.attempt !== undefined) return { attempt: place.attempt, hook: undefined, step: undefined, depth: 0 };
  if (state.serial !== undefined && state.serial.attempt?.open !== false) return state.serial;
  warn(outsideTest(call));
  return undefined;
}

/** The open channel to the reporter. Looked for until it is there: a setup file may load before its reporter. */
export function channel(): Channel | undefined {
  if (state === undefined || state.channel !== undefined) return state?.channel;
  const directory = host?.env[CHANNEL_VARIABLE];
  if (directory !== undefined && directory !== '') state.channel = new ChannelWriter(directory);
  return state.channel;
}

/**
 * The channel of a reporter whose tests run in its own process: nothing need go through files, and no environment
 * variable reaches the processes that the tests start. Undefined when the reporter has ended.
 */
export function openChannel(channel: Channel | undefined): void {
  if (state === undefined) return;
  state.channel?.close();
  state.channel = channel;
  if (channel !== undefined && state.early !== undefined) warn(outsideTest(state.early));
  state.early = undefined;
}

/** One message for the reporter; the data is JSON-safe already. Never throws. */
export function tellReporter<Kind extends ChannelKind>(kind: Kind, data: ChannelData[Kind]): void {
  try {
    shielded(() => channel()?.send(kind, data));
  } catch {
    // Nobody is left to tell, and a test never fails because of us.
  }
}

/** Once per text and process; the reporter puts it into its summary. */
export function warn(text: string): void {
  if (state === undefined || state.warned[text]) return;
  state.warned[text] = true;
  tellReporter('warning', { text });
}

/** Puts the lines that follow into a file of their own, where the reporter knows by what name to look for it. */
export function nameChannel(name: string): void {
  channel()?.rename(name);
}

/** Gives the channel's descriptor back, where many sandboxes follow each other in one process. */
export function closeChannel(): void {
  state?.channel?.close();
}

function outsideTest(call: string): string {
  return `${call}() was called outside a test, and did nothing.`;
}

const host = node === undefined ? undefined : process;
