import {
  defineProperty,
  deleteProperty,
  getOwnPropertyDescriptor,
  isExtensible,
  setMember,
  setPrototypeOf,
} from './language.js';
import { SHIELDED_NAMES } from './shielded-names.js';

/**
 * Every object inherits what tests add to `Object.prototype`, including ours: a member that a record omits would have the
 * test's value, an assignment would call the test's setter, and Node would use it as an option. So if anything is added
 * under a name that we or Node read, it is removed while our code runs, and restored afterwards. Nothing else runs in
 * between. Usually nothing is added, and this costs a few comparisons.
 */
const OF_OBJECTS = Object.prototype;
const OF_LISTS = Array.prototype;
const OBJECT = {};
const LIST: unknown[] = [];

/** A removed addition. */
interface Taken {
  holder: object;
  name: string;
  descriptor: PropertyDescriptor;
}

/** Runs our own code synchronously, as if tests had added nothing to the prototypes of objects and arrays. */
export function shielded<T>(action: () => T): T {
  if (!isTainted()) return action();
  const taken: Taken[] = [];
  take(OF_LISTS, 'toJSON', taken);
  for (let index = 0; index < SHIELDED_NAMES.length; index++) take(OF_OBJECTS, SHIELDED_NAMES[index] ?? '', taken);
  try {
    return action();
  } finally {
    for (let index = 0; index < taken.length; index++) putBack(taken[index]);
  }
}

/**
 * Listed one by one, so that the check is free in optimized code while the prototypes are unchanged: members of records and of
 * messages from test processes, options of Node's functions, and members of property descriptors.
 */
function isTainted(): boolean {
  return (
    'toJSON' in LIST ||
    'toJSON' in OBJECT ||
    'line' in OBJECT ||
    'project' in OBJECT ||
    'origin' in OBJECT ||
    'occurrence' in OBJECT ||
    'externalId' in OBJECT ||
    'testCases' in OBJECT ||
    'reason' in OBJECT ||
    'expectedToFail' in OBJECT ||
    'message' in OBJECT ||
    'links' in OBJECT ||
    'parameters' in OBJECT ||
    'properties' in OBJECT ||
    'failureReason' in OBJECT ||
    'startedAt' in OBJECT ||
    'worker' in OBJECT ||
    'expected' in OBJECT ||
    'actual' in OBJECT ||
    'codeFrame' in OBJECT ||
    'location' in OBJECT ||
    'column' in OBJECT ||
    'view' in OBJECT ||
    'earlier' in OBJECT ||
    'shard' in OBJECT ||
    'machine' in OBJECT ||
    'ci' in OBJECT ||
    'branch' in OBJECT ||
    'commit' in OBJECT ||
    'jobUrl' in OBJECT ||
    'report' in OBJECT ||
    'page' in OBJECT ||
    'endedAt' in OBJECT ||
    'duration' in OBJECT ||
    'title' in OBJECT ||
    'description' in OBJECT ||
    'status' in OBJECT ||
    'error' in OBJECT ||
    'errors' in OBJECT ||
    'steps' in OBJECT ||
    'stack' in OBJECT ||
    'name' in OBJECT ||
    'cause' in OBJECT ||
    'contentType' in OBJECT ||
    'path' in OBJECT ||
    'owned' in OBJECT ||
    'isOfChannel' in OBJECT ||
    'body' in OBJECT ||
    'kept' in OBJECT ||
    'missing' in OBJECT ||
    'url' in OBJECT ||
    'type' in OBJECT ||
    'key' in OBJECT ||
    'id' in OBJECT ||
    'attachments' in OBJECT ||
    'configurationId' in OBJECT ||
    'configurationGlobalId' in OBJECT ||
    'configurationFor' in OBJECT ||
    'attempts' in OBJECT ||
    'attempt' in OBJECT ||
    'test' in OBJECT ||
    'setup' in OBJECT ||
    'teardown' in OBJECT ||
    'signal' in OBJECT ||
    'flag' in OBJECT ||
    'mode' in OBJECT ||
    'encoding' in OBJECT ||
    'flush' in OBJECT ||
    'recursive' in OBJECT ||
    'withFileTypes' in OBJECT ||
    'throwIfNoEntry' in OBJECT ||
    'bigint' in OBJECT ||
    'position' in OBJECT ||
    'length' in OBJECT ||
    'offset' in OBJECT ||
    'get' in OBJECT ||
    'set' in OBJECT ||
    'value' in OBJECT ||
    'writable' in OBJECT ||
    'enumerable' in OBJECT ||
    'configurable' in OBJECT ||
    'then' in OBJECT ||
    'kind' in OBJECT ||
    'data' in OBJECT ||
    'record' in OBJECT ||
    'skipped' in OBJECT ||
    'unwritten' in OBJECT ||
    'outbox' in OBJECT ||
    'removed' in OBJECT ||
    'unmarked' in OBJECT ||
    'waiting' in OBJECT ||
    'lost' in OBJECT ||
    'gaveUp' in OBJECT ||
    'detail' in OBJECT ||
    'diff' in OBJECT ||
    'state' in OBJECT ||
    'errno' in OBJECT ||
    'code' in OBJECT
  );
}

function take(holder: object, name: string, taken: Taken[]): void {
  const descriptor = getOwnPropertyDescriptor(holder, name);
  if (descriptor === undefined) return;
  // The descriptor itself would inherit other additions, too.
  setPrototypeOf(descriptor, null);
  if (hide(holder, name, descriptor)) taken[taken.length] = { holder, name, descriptor };
}

/** Deletes an addition, or sets it to undefined if it can't be deleted. False if neither is possible. */
function hide(holder: object, name: string, { configurable, writable }: PropertyDescriptor): boolean {
  if (configurable === true && isExtensible(holder)) return deleteProperty(holder, name);
  return writable === true && setMember(holder, name, undefined);
}

function putBack(taken: Taken | undefined): void {
  if (taken === undefined) return;
  const { holder, name, descriptor } = taken;
  if (descriptor.configurable === true && isExtensible(holder)) defineProperty(holder, name, descriptor);
  else setMember(holder, name, descriptor.value);
}
