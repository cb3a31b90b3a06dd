import { HIDDEN, hidesSomething } from '@testpoint/report/browser';

/** Replaces each hidden character with a visible one, so that no text can pretend to be something else. */
export function visible(text: string): string {
  if (!hidesSomething(text)) return text;
  return text.replaceAll('\r\n', '\n').replace(HIDDEN, symbolOf);
}

/** Makes every text in a value visible, including the names of members. */
export function visibleDeep(value: unknown): unknown {
  if (typeof value === 'string') return visible(value);
  if (Array.isArray(value)) return value.map(visibleDeep);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [visible(name), visibleDeep(member)]));
}

/** ASCII control characters have their own symbols; other characters show as their code point. */
function symbolOf(character: string): string {
  const code = character.charCodeAt(0);
  if (code < 0x20) return String.fromCharCode(0x2400 + code);
  if (code === 0x7f) return '␡';
  return `‹U+${code.toString(16).toUpperCase().padStart(4, '0')}›`;
}
