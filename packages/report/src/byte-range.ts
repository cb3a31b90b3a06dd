/** A range of bytes, counted from 0; `first` and `last` are included. */
export interface ByteRange {
  first: number;
  last: number;
}

/**
 * The part of the content that a `Range` header asks for (RFC 9110, section 14). Browsers request videos in pieces; without
 * ranges they can't seek. Undefined means all of it; so do several ranges, other units, and invalid headers. `'unsatisfiable'`
 * means that the range starts after the end.
 */
export function rangeOf(header: string | undefined, size: number): ByteRange | 'unsatisfiable' | undefined {
  const [, first, last] = /^bytes=[ \t]*(\d*)-(\d*)[ \t]*$/i.exec(header ?? '') ?? [];
  if (first === undefined || last === undefined || (first === '' && last === '')) return undefined;
  if (first === '') {
    const length = Math.min(Number(last), size);
    return length === 0 ? 'unsatisfiable' : { first: size - length, last: size - 1 };
  }
  if (last !== '' && Number(last) < Number(first)) return undefined;
  if (Number(first) >= size) return 'unsatisfiable';
  return { first: Number(first), last: last === '' ? size - 1 : Math.min(Number(last), size - 1) };
}
