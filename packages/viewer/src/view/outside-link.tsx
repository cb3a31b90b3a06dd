import type { ComponentChildren } from 'preact';

/** A link that leaves the report, in a tab of its own; only its text without an address. */
export function OutsideLink({ href, children }: { href: string | undefined; children: ComponentChildren }) {
  if (href === undefined) return <span class="user">{children}</span>;
  return (
    <a class="user" href={href} rel="noreferrer noopener" target="_blank">
      {children}
    </a>
  );
}
