/** The bytes that a request asks for: first and last. */
export interface ByteRange {
  first: number;
  last: number;
}

/**
 * What the header `Range` of a request asks for. Videos are asked for piece by piece: without ranges a browser can't seek in them.
 *
 * @param size bytes of the file
 * @returns undefined: all of it, as for several ranges at once, which no browser asks for; 'none': bytes that the file does not have
 */
export function byteRange(header: string | undefined, size: number): ByteRange | 'none' | undefined {
  const [, from = '', to = ''] = /^bytes=(\d*)-(\d*)$/.exec(header ?? '') ?? [];
  if (from === '' && to === '') return undefined;
  const first = from === '' ? Math.max(0, size - Number(to)) : Number(from);
  const last = from === '' || to === '' ? size - 1 : Math.min(Number(to), size - 1);
  if (from !== '' && to !== '' && Number(to) < first) return undefined;
  return first <= last ? { first, last } : 'none';
}
