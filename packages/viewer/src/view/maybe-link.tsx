import type { ComponentChildren } from 'preact';

/** A link if there is something to show. */
export function MaybeLink({ href, children }: { href: string | undefined; children: ComponentChildren }) {
  return href === undefined ? <span>{children}</span> : <a href={href}>{children}</a>;
}
