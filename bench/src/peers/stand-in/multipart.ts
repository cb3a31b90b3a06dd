/** One part of a `multipart/form-data` body (RFC 7578). */
export interface Part {
  name: string;
  /** Present when the part is a file. */
  filename?: string;
  contentType: string;
  content: Buffer;
}

/** Takes a whole `multipart/form-data` body apart; empty if the content type names no boundary. */
export function parts(body: Buffer, contentType: string): Part[] {
  const boundary = /boundary="?([^";]+)"?/.exec(contentType)?.[1];
  if (boundary === undefined) return [];
  // Delimiters begin with a line break, except for the first of all.
  const delimiter = Buffer.from(`\r\n--${boundary}`);
  const found: Part[] = [];
  let from = body.indexOf(delimiter.subarray(2)) + delimiter.length - 2;
  for (let to = body.indexOf(delimiter, from); to !== -1; to = body.indexOf(delimiter, from)) {
    found.push(part(body.subarray(from, to)));
    from = to + delimiter.length;
  }
  return found;
}

function part(bytes: Buffer): Part {
  const endOfHeaders = bytes.indexOf('\r\n\r\n');
  const headers = bytes.toString('utf8', 0, endOfHeaders);
  const filename = /; filename="([^"]*)"/i.exec(headers)?.[1];
  return {
    name: /; name="([^"]*)"/i.exec(headers)?.[1] ?? '',
    ...(filename !== undefined && { filename }),
    contentType: /^content-type: *(.*)$/im.exec(headers)?.[1] ?? 'text/plain',
    content: bytes.subarray(endOfHeaders + 4),
  };
}
