const SEPARATOR = ' > ';

/** The external id that a test has if nothing else is set. */
export function pathId(project: string, file: string, titles: readonly string[]): string {
  return `${project === '' ? '' : `[${project}] `}${file}${SEPARATOR}${titles.join(SEPARATOR)}`;
}

/** File and titles of a test of which only the external id is known: most ids are paths. */
export function fromId(id: string): { file: string; titles: string[] } {
  const titles = (id.startsWith('[') ? id.replace(/^\[[^\]]*\] /, '') : id).split(SEPARATOR);
  const file = titles.shift() ?? '';
  return titles.length > 0 ? { file, titles } : { file: '', titles: [id] };
}
