import { execute } from '@testpoint/core/built-ins';

export type HookKind = 'before all' | 'before each' | 'after each' | 'after all';

const KIND = /^"(before all|before each|after each)"/;

/** Mocha starts each hook's title with its kind, in quotes. */
export function hookKind(hook: { title: string }): HookKind {
  return (execute(KIND, hook.title)?.[1] ?? 'after all') as HookKind;
}
