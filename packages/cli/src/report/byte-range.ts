/** The bytes that a request asks for: first and last. */
export interface ByteRange {
  first: number;
  last: number;
}

/**
 * The bytes that a request's `Range` header asks for. Browsers request videos in pieces; without ranges they can't seek.
 * @param size bytes of the file
 * @returns undefined for the whole file, also for several ranges at once, which browsers don't use; 'none' for bytes that
 * the file does not have
 */
export function byteRange(header: string | undefined, size: number): ByteRange | 'none' | undefined {
  const [, from = '', to = ''] = /^bytes=(\d*)-(\d*)$/.exec(header ?? '') ?? [];
  if (from === '' && to === '') return undefined;
  const first = from === '' ? Math.max(0, size - Number(to)) : Number(from);
  const last = from === '' || to === '' ? size - 1 : Math.min(Number(to), size - 1);
  if (from !== '' && to !== '' && Number(to) < first) return undefined;
  return first <= last ? { first, last } : 'none';
}
