import { startsWith } from '@testpoint/core/built-ins';

export type HookKind = 'before all' | 'before each' | 'after each' | 'after all';

/** Mocha starts each hook's title with its kind, in quotes. */
export function hookKind(hook: { title: string }): HookKind {
  if (startsWith(hook.title, '"before all"')) return 'before all';
  if (startsWith(hook.title, '"before each"')) return 'before each';
  return startsWith(hook.title, '"after each"') ? 'after each' : 'after all';
}
