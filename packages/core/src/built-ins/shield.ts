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

/** The build replaces the loop with comparisons, which cost optimized code nothing while the prototypes are unchanged. */
function isTainted(): boolean {
  for (let index = 0; index < SHIELDED_NAMES.length; index++) if ((SHIELDED_NAMES[index] ?? '') in OBJECT) return true;
  return 'toJSON' in LIST;
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
