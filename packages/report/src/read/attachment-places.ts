import { lstatSync } from 'node:fs';
import { join } from 'node:path';
import { noAttachmentName, notInReport } from '../messages.js';

/** Attachments of one session, named by number, in the report's folder. */
const PLACE = /^attachments\/[0-9]{1,6}\/[0-9]{6,12}\.[A-Za-z0-9]{1,16}$/;

/** Types that a browser shows without executing them, and types that other programs open. */
const HARMLESS = new Set([
  ...['png', 'jpg', 'jpeg', 'gif', 'webp', 'avif', 'bmp'],
  ...['webm', 'mp4', 'm4v', 'mov', 'ogv', 'ogg', 'mp3', 'wav', 'm4a'],
  ...['txt', 'log', 'md', 'csv', 'tsv', 'json', 'ndjson', 'jsonl', 'yaml', 'yml', 'har', 'diff', 'patch'],
  ...['pdf', 'zip', 'gz', 'tgz', 'tar', 'bin', 'heapsnapshot', 'cpuprofile'],
]);
const EXTENSION = /\.([A-Za-z0-9]{1,16})$/;
const BY_TYPE: ReadonlyMap<string, string> = new Map([
  ['image/png', 'png'],
  ['image/jpeg', 'jpg'],
  ['image/gif', 'gif'],
  ['image/webp', 'webp'],
  ['video/webm', 'webm'],
  ['video/mp4', 'mp4'],
  ['application/json', 'json'],
  ['application/zip', 'zip'],
  ['application/pdf', 'pdf'],
]);

/**
 * The path of an attachment in the report's folder. A type that a browser could execute (HTML, SVG, XML, scripts, and
 * everything not known to be harmless) gets the extension of text or bytes.
 */
export function attachmentPlace(
  session: number,
  number: number,
  { name, contentType }: { name: string; contentType: string },
  isText: boolean,
): string {
  const file = String(number).padStart(6, '0');
  const named = EXTENSION.exec(name)?.[1]?.toLowerCase();
  const typed = BY_TYPE.get(contentType.split(';', 1)[0]?.trim().toLowerCase() ?? '');
  const known = [named, typed].find((extension) => extension !== undefined && HARMLESS.has(extension));
  const isHidden = named !== undefined && !HARMLESS.has(named);
  const extension = isHidden || known === undefined ? (isText ? 'txt' : (typed ?? 'bin')) : known;
  return `attachments/${session + 1}/${file}.${extension}`;
}

/** An attachment of a report. A report may come from elsewhere, so only plain files in its own folders are opened. */
export function locateBelow(directory: string, place: string): { path: string } | { missing: string } {
  if (!PLACE.test(place)) return { missing: noAttachmentName(place) };
  const path = join(directory, place);
  const isThere = lstatSync(path, { throwIfNoEntry: false })?.isFile() === true;
  const isInPlainFolder = [join(path, '..'), join(path, '../..')].every(
    (folder) => lstatSync(folder, { throwIfNoEntry: false })?.isDirectory() === true,
  );
  return isThere && isInPlainFolder ? { path } : { missing: notInReport(place) };
}
