import type { RunData } from '@testpoint/report/format';
import { webAddress } from './links.js';

/** A fact about a run, from CI. */
export interface CiFact {
  name: string;
  value: string;
  href?: string;
}

const FIRST = ['branch', 'commit', 'job', 'jobUrl', 'author'];
const HASH = /^[0-9a-f]{12,64}$/;

/** Facts on which all sessions agree, best-known names first. A session without a fact does not disagree. */
export function ciFacts({ sessions }: Pick<RunData, 'sessions'>): CiFact[] {
  const values = new Map<string, Set<string>>();
  for (const { ci } of sessions) {
    for (const [name, value] of Object.entries(ci ?? {})) values.set(name, (values.get(name) ?? new Set()).add(value));
  }
  const rank = (name: string) => (FIRST.indexOf(name) + FIRST.length + 1) % (FIRST.length + 1);
  return [...values]
    .filter(([, all]) => all.size === 1)
    .sort(([a], [b]) => rank(a) - rank(b))
    .map(([name, all]) => factOf(name, [...all][0] ?? ''));
}

export function factOf(name: string, value: string): CiFact {
  const href = webAddress(value);
  if (href !== undefined) return { name, value: linkText(name.replace(/Url$/, ''), value), href };
  return { name, value: HASH.test(value) ? value.slice(0, 10) : value };
}

/** Shortens a URL to its name and its last part, such as `build 4711`. */
function linkText(name: string, url: string): string {
  const last =
    url
      .replace(/[/?#]+$/, '')
      .split('/')
      .at(-1) ?? url;
  return `${name} ${last.length > 24 ? `${last.slice(0, 24)}…` : last}`;
}
