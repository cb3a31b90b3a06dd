/**
 * Invisible characters that change the text around them: control characters except line break and tab, direction marks and
 * overrides, and zero-width spaces. Joiners are not included, because many emoji need them.
 */
export const HIDDEN =
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff\ufff9-\ufffb]/g;
const ANY_HIDDEN = new RegExp(HIDDEN.source);

/** Whether the text contains hidden characters. */
export function hidesSomething(text: string): boolean {
  return ANY_HIDDEN.test(text);
}
