import { each, slice } from '@testpoint/core/built-ins';

const KINDS = ['before all', 'before each', 'after each', 'after all'] as const;
export type HookKind = (typeof KINDS)[number];

/**
 * Mocha starts each hook's title with its kind, in quotes. No regular expression, because a test may read what its hook has
 * matched last (`RegExp.lastMatch`).
 */
export function hookKind({ title }: { title: string }): HookKind {
  let kind: HookKind = 'after all';
  each(KINDS, (one) => {
    if (slice(title, 1, one.length + 1) === one) kind = one;
  });
  return kind;
}
