import type { Link } from '@testpoint/interface/codec';

export interface LinkModel {
  /** Undefined for anything but http and https. */
  href: string | undefined;
  text: string;
  description: string;
  type: string;
}

/** The URL, if it is safe to link to. A URL without a protocol counts as https. */
export function safeUrl(url: string): string | undefined {
  const full = /^[a-z][a-z0-9+.-]*:/i.test(url) && !/^[^/?#]+:\d+([/?#]|$)/.test(url) ? url : `https://${url}`;
  try {
    const { protocol, href, username, password } = new URL(full);
    const isHarmless = (protocol === 'http:' || protocol === 'https:') && username === '' && password === '';
    return isHarmless ? href : undefined;
  } catch {
    return undefined;
  }
}

/** The URL, if it has a protocol and is safe to link to: others could run code, or are plain texts. */
export function webAddress(text: string): string | undefined {
  return /^https?:\/\//i.test(text) ? safeUrl(text) : undefined;
}

export function linkOf({ url, title, description = '', type }: Link): LinkModel {
  return {
    href: safeUrl(url),
    text: title || url,
    description,
    type: type === 'Reqirement' ? 'Requirement' : (type ?? ''),
  };
}
