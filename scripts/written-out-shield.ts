import { SHIELDED_NAMES } from '../packages/core/src/built-ins/shielded-names.js';

const LOOP = /^ *for \(.*SHIELDED_NAMES.* in OBJECT\) return true;$/m;

/** Replaces the loop in core's shield with one comparison for each name; `shield.ts` says why. */
export function writtenOutShield() {
  return {
    name: 'written-out-shield',
    transform: {
      filter: { id: /[\\/]built-ins[\\/]shield\.ts$/ },
      order: 'pre' as const,
      handler(code: string): string {
        if (!LOOP.test(code)) throw new Error('shield.ts has no loop over the shielded names in one line');
        return code.replace(
          LOOP,
          `if (${SHIELDED_NAMES.map((name) => `'${name}' in OBJECT`).join(' || ')}) return true;`,
        );
      },
    },
  };
}
