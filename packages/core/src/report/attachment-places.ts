import { lstatSync } from 'node:fs';
import { join } from 'node:path';

/** Attachments of one session, named by number below the report's folder. */
const PLACE = /^attachments\/[0-9]{1,6}\/[0-9]{6,12}\.[A-Za-z0-9]{1,16}$/;

/** What a browser shows without running any of it, and what other programs open. */
const HARMLESS = new Set([
  ...['png', 'jpg', 'jpeg', 'gif', 'webp', 'avif', 'bmp'],
  ...['webm', 'mp4', 'm4v', 'mov', 'ogv', 'ogg', 'mp3', 'wav', 'm4a'],
  ...['txt', 'log', 'md', 'csv', 'tsv', 'json', 'ndjson', 'jsonl', 'yaml', 'yml', 'har', 'diff', 'patch'],
  ...['pdf', 'zip', 'gz', 'tgz', 'tar', 'bin', 'heapsnapshot', 'cpuprofile'],
]);
const EXTENSION = /\.([A-Za-z0-9]{1,16})$/;
const BY_TYPE: Readonly<Record<string, string>> = {
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/gif': 'gif',
  'image/webp': 'webp',
  'video/webm': 'webm',
  'video/mp4': 'mp4',
  'application/json': 'json',
  'application/zip': 'zip',
  'application/pdf': 'pdf',
};

/**
 * Where an attachment goes, below the report's folder. What a browser could run (HTML, SVG, XML, scripts, and everything that
 * is not known to be harmless) is named as text, or as bytes.
 */
export function attachmentPlace(
  session: number,
  number: number,
  { name, contentType }: { name: string; contentType: string },
  isText: boolean,
): string {
  const file = String(number).padStart(6, '0');
  const named = EXTENSION.exec(name)?.[1]?.toLowerCase();
  const typed = BY_TYPE[contentType.split(';', 1)[0]?.trim().toLowerCase() ?? ''];
  const known = [named, typed].find((extension) => extension !== undefined && HARMLESS.has(extension));
  const isHidden = named !== undefined && !HARMLESS.has(named);
  const extension = isHidden || known === undefined ? (isText ? 'txt' : (typed ?? 'bin')) : known;
  return `attachments/${session + 1}/${file}.${extension}`;
}

/** A report's attachment. A report may come from elsewhere: only a plain file of its own folders is ever opened. */
export function locateBelow(directory: string, place: string): { path: string } | { missing: string } {
  if (!PLACE.test(place)) return { missing: `${JSON.stringify(place)} is not the name of a report's attachment` };
  const path = join(directory, place);
  const isThere = lstatSync(path, { throwIfNoEntry: false })?.isFile() === true;
  const isInPlainFolder = [join(path, '..'), join(path, '../..')].every(
    (folder) => lstatSync(folder, { throwIfNoEntry: false })?.isDirectory() === true,
  );
  return isThere && isInPlainFolder ? { path } : { missing: `${place} is not in the report` };
}
