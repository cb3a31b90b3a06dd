import { dialect } from './dialect.js';

const { attach, describe, parameter, step, stepsArePromises, test } = dialect;

const spoiled = () => {
  throw new Error('this was stubbed');
};

/** Each test stubs or deletes one member, and restores it at its end. */
function spoiling(name: string, holder: object, keys: readonly string[]): void {
  describe(name, () => {
    for (const key of keys) {
      test(`${key} stubbed`, () => without(holder, key, spoiled));
      test(`${key} deleted`, () => without(holder, key, undefined));
    }
  });
}

async function without(holder: object, key: string, stub: unknown): Promise<void> {
  const kept = Object.getOwnPropertyDescriptor(holder, key);
  const restore = () => {
    if (kept === undefined) Reflect.deleteProperty(holder, key);
    else Object.defineProperty(holder, key, kept);
  };
  try {
    if (stub === undefined && kept !== undefined) Reflect.deleteProperty(holder, key);
    else Object.defineProperty(holder, key, { ...kept, value: stub, configurable: true });
    parameter('of', 42);
    // Playwright's own code makes its steps and attachments, and needs these members.
    if (stepsArePromises) return;
    step('with it', () => step('deeper', () => {}));
    attach('note', 'text');
  } finally {
    restore();
  }
}

spoiling('lists', Array.prototype, ['map', 'filter', 'some', 'find', 'includes', 'push', 'forEach', 'join']);
spoiling('texts', String.prototype, ['startsWith', 'includes', 'trim', 'replaceAll', 'at']);
spoiling('dates', Date, ['now']);
spoiling('JSON', JSON, ['stringify', 'parse']);
spoiling('objects', Object, ['entries', 'values', 'keys', 'assign']);
spoiling('weak maps', WeakMap.prototype, ['get', 'set', 'has']);
spoiling('promises', Promise.prototype, ['then', 'finally']);
spoiling('output', process.stdout, ['write']);
spoiling('output of errors', process.stderr, ['write']);
