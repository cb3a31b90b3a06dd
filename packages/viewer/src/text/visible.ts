/**
 * Invisible characters that change the text around them: control characters except line break and tab, direction marks and
 * overrides, and zero-width spaces. Joiners are not included, because many emoji need them.
 */
const HIDDEN =
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff\ufff9-\ufffb]/g;
const ANY_HIDDEN = new RegExp(HIDDEN.source);

/** Replaces each hidden character with a visible one, so that no text can pretend to be something else. */
export function visible(text: string): string {
  if (!ANY_HIDDEN.test(text)) return text;
  return text.replaceAll('\r\n', '\n').replace(HIDDEN, symbolOf);
}

/** Makes every text in a value visible, including the names of members. */
export function visibleDeep(value: unknown): unknown {
  if (typeof value === 'string') return visible(value);
  if (Array.isArray(value)) return value.map(visibleDeep);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [visible(name), visibleDeep(member)]));
}

/** Whether the text contains hidden characters. */
export function hidesSomething(text: string): boolean {
  return ANY_HIDDEN.test(text);
}

/** ASCII control characters have their own symbols; other characters show as their code point. */
function symbolOf(character: string): string {
  const code = character.charCodeAt(0);
  if (code < 0x20) return String.fromCharCode(0x2400 + code);
  if (code === 0x7f) return '␡';
  return `‹U+${code.toString(16).toUpperCase().padStart(4, '0')}›`;
}
