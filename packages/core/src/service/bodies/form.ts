import { newGuid } from '../../built-ins/guid.js';
import type { AttachmentUpload } from './attachment-upload.js';

/** Longest file name of the part, in characters. */
const NAME_LIMIT = 200;
const DEFAULT_TYPE = 'application/octet-stream';
/** Characters that a header may contain; anything else would end it. */
const MEDIA_TYPE = /^[\w.+-]+\/[\w.+-]+[ -~]*$/;

/** What surrounds a file's content in a form with one part (RFC 7578). */
export function formAround({ name, contentType = '' }: Pick<AttachmentUpload, 'name' | 'contentType'>) {
  const boundary = `testpoint-${newGuid()}`;
  const lines = [
    `--${boundary}`,
    `Content-Disposition: form-data; name="file"; filename="${escaped(shownName(name))}"`,
    `Content-Type: ${MEDIA_TYPE.test(contentType) ? contentType : DEFAULT_TYPE}`,
    '\r\n',
  ];
  return {
    headers: { 'Content-Type': `multipart/form-data; boundary=${boundary}` },
    before: Buffer.from(lines.join('\r\n')),
    after: Buffer.from(`\r\n--${boundary}--\r\n`),
  };
}

/** Shortened in the middle, so that the extension stays. */
export function shownName(name: string): string {
  if (name === '') return 'attachment';
  return name.length <= NAME_LIMIT ? name : `${name.slice(0, NAME_LIMIT - 40)}…${name.slice(-39)}`.toWellFormed();
}

/** In the form that browsers use (WHATWG, multipart/form-data), without other control characters. */
function escaped(name: string): string {
  return name
    .replace(/\r\n?|\n/g, '%0D%0A')
    .replace(/"/g, '%22')
    .replace(/[\0-\x1f\x7f]/g, '');
}
