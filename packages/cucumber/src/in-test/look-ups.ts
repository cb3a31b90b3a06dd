import { createRequire } from 'node:module';
import { join } from 'node:path';
import { apply, defineProperty, workingFolder } from '@testpoint/core/built-ins';

const { getOwnPropertyDescriptor } = Object;
const FOLDER = '[\\\\/]@cucumber[\\\\/]cucumber[\\\\/]lib[\\\\/]runtime[\\\\/]';

/**
 * Classes of every Cucumber that this process has loaded.
 * @param file in Cucumber's folder `runtime`, without extension
 * @param member the name of its export
 */
export function loadedClasses(file: string, member: string): { prototype: object }[] {
  const path = new RegExp(`${FOLDER}${file}\\.js$`);
  const found: { prototype: object }[] = [];
  for (const [name, module] of Object.entries(createRequire(join(workingFolder, 'testpoint.js')).cache)) {
    const known: unknown = path.test(name) ? module?.exports[member] : undefined;
    if (typeof known === 'function') found.push(known);
  }
  return found;
}

/**
 * Observes look-ups of a method, so that we know when it is called, and by what, without a frame of ours in any stack.
 * @param onLookUp never throws. Returns what to call instead, or undefined
 */
export function watchLookUps(
  prototype: object,
  member: string,
  onLookUp: (self: object, method: unknown) => unknown,
): void {
  const known = getOwnPropertyDescriptor(prototype, member);
  if (known === undefined || known.configurable !== true) return;
  defineProperty(prototype, member, {
    configurable: true,
    enumerable: known.enumerable === true,
    get(this: object) {
      // Another copy of this package may watch it, too.
      const method: unknown = known.get === undefined ? known.value : apply(known.get, this, []);
      return onLookUp(this, method) ?? method;
    },
    set(this: object, value: unknown) {
      defineProperty(this, member, { value, configurable: true, enumerable: true, writable: true });
    },
  });
}
