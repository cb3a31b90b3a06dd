import { defineProperty } from '@testpoint/core/built-ins';

const { getOwnPropertyDescriptor } = Object;

/**
 * Calls a function of ours whenever the runner looks up a method, which it then calls itself. So no frame of ours appears in
 * any stack.
 * @param value the method. Default: the prototype's own
 * @param seen never throws; returns what to call instead, if anything
 */
export function watchMember<T extends object>(
  prototype: T,
  member: string,
  seen: (object: T) => unknown,
  value: unknown = getOwnPropertyDescriptor(prototype, member)?.value,
): void {
  if (typeof value !== 'function') return;
  defineProperty(prototype, member, {
    configurable: true,
    enumerable: false,
    get(this: T) {
      return seen(this) ?? value;
    },
    set(this: T, own: unknown) {
      defineProperty(this, member, { value: own, configurable: true, enumerable: true, writable: true });
    },
  });
}
