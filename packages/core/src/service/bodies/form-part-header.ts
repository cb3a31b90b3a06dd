/** Longest file name of the part, in characters. */
const NAME_LIMIT = 200;
const DEFAULT_TYPE = 'application/octet-stream';
/** Characters that a header may contain; anything else would end it. */
const MEDIA_TYPE = /^[\w.+-]+\/[\w.+-]+[ -~]*$/;

/**
 * The lines before a part's content, passed to form-data ready-made: it would cut names at their last slash ("GET /users"),
 * and leave control characters in.
 */
export function formPartHeader(
  boundary: string,
  { name, contentType }: { name: string; contentType?: string },
): string {
  const type = contentType !== undefined && MEDIA_TYPE.test(contentType) ? contentType : DEFAULT_TYPE;
  return [
    `--${boundary}`,
    `Content-Disposition: form-data; name="file"; filename="${escaped(shownName(name))}"`,
    `Content-Type: ${type}`,
    '',
    '',
  ].join('\r\n');
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
