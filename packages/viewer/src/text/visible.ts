/**
 * Characters that show nothing and change what is around them: controls other than line break and tab, marks and overrides of
 * direction, and spaces without width. A joiner is not among them, as many emoji are made with it.
 */
const HIDDEN =
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff\ufff9-\ufffb]/g;
const ANY_HIDDEN = new RegExp(HIDDEN.source);

/** The text with each hidden character written out, so that nothing in it can pretend to be something else. */
export function visible(text: string): string {
  if (!ANY_HIDDEN.test(text)) return text;
  return text.replaceAll('\r\n', '\n').replace(HIDDEN, written);
}

/** The value with each of its texts made visible, names of members included. */
export function visibleDeep(value: unknown): unknown {
  if (typeof value === 'string') return visible(value);
  if (Array.isArray(value)) return value.map(visibleDeep);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [visible(name), visibleDeep(member)]));
}

/** Whether anything in the text has to be written out. */
export function hidesSomething(text: string): boolean {
  return ANY_HIDDEN.test(text);
}

/** A control of ASCII has a picture of its own; any other character shows its number. */
function written(character: string): string {
  const code = character.charCodeAt(0);
  if (code < 0x20) return String.fromCharCode(0x2400 + code);
  if (code === 0x7f) return '␡';
  return `‹U+${code.toString(16).toUpperCase().padStart(4, '0')}›`;
}
