/** Surefire writes seconds with a comma for thousands, and some tools the decimal comma of their country. */
export function milliseconds(time: string | undefined): number | undefined {
  if (time === undefined || time.trim() === '') return undefined;
  const isThousands = /^[1-9]\d{0,2}(?:,\d{3})+(?:\.\d+)?$/.test(time);
  const seconds = Number(isThousands ? time.replaceAll(',', '') : time.replace(',', '.'));
  return seconds >= 0 && Number.isFinite(seconds) ? seconds * 1000 : undefined;
}

/** Epoch milliseconds. Without a zone, a time may be the local time of another machine. */
export function momentOf(timestamp = ''): number | undefined {
  const time = /(?:Z|[+-]\d\d:?\d\d)$/.test(timestamp) ? Date.parse(timestamp) : -1;
  return time > 0 ? time : undefined;
}
