import { execute, lowerCase, matches } from '../built-ins/language.js';

/** The types of files that a report can show; all others are sent as bytes. */
const MEDIA_TYPES: Record<string, string> = {
  '.css': 'text/css',
  '.csv': 'text/csv',
  '.gif': 'image/gif',
  '.htm': 'text/html',
  '.html': 'text/html',
  '.jpeg': 'image/jpeg',
  '.jpg': 'image/jpeg',
  '.json': 'application/json',
  '.log': 'text/plain',
  '.md': 'text/markdown',
  '.mp4': 'video/mp4',
  '.pdf': 'application/pdf',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain',
  '.webm': 'video/webm',
  '.webp': 'image/webp',
  '.xml': 'application/xml',
  '.zip': 'application/zip',
};

const EXTENSION = /[^/\\](\.[^./\\]*)$/;

/** The extension of a path with its dot, or ''. */
export function extensionOf(path: string): string {
  return execute(EXTENSION, path)?.[1] ?? '';
}

/** What Jest and Mocha watch: in watch mode, the tests run again when such a file appears. */
const WATCHED = /^\.(?:[cm]?[jt]sx?|json|node)$/i;

/** The extension for the copy of a file with this one, both with their dots; '' if the copy would be watched. */
export function extensionOfCopy(extension: string): string {
  return matches(WATCHED, extension) ? '' : extension;
}

/** Media types by file extension, including its dot. */
export function mediaTypeOf(extension: string): string {
  return MEDIA_TYPES[lowerCase(extension)] ?? 'application/octet-stream';
}
