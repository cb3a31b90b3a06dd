// The limit for any upload: streams files as multipart forms, four at a time, over persistent connections.
import { createReadStream, statSync } from 'node:fs';
import type { ClientRequest } from 'node:http';
import { sendAll } from './send.js';
import { input, measured } from './usage.js';

const { files, url } = input<{ files: string[]; url: string }>();

const BOUNDARY = '----------------------------bench000000000000000000';
const HEAD = Buffer.from(
  `--${BOUNDARY}\r\nContent-Disposition: form-data; name="file"; filename="trace.zip"\r\nContent-Type: application/zip\r\n\r\n`,
);
const TAIL = Buffer.from(`\r\n--${BOUNDARY}--\r\n`);

await measured(async () => {
  await sendAll(files, `${url}/api/Public/attachment`, headersOf, upload);
  return { sent: files.length };
});

function headersOf(path: string) {
  return {
    'Content-Type': `multipart/form-data; boundary=${BOUNDARY}`,
    'Content-Length': HEAD.length + statSync(path).size + TAIL.length,
  };
}

function upload(path: string, uploading: ClientRequest): void {
  uploading.write(HEAD);
  const content = createReadStream(path, { highWaterMark: 256 * 1024 });
  content.once('error', (error) => uploading.destroy(error));
  content.once('end', () => uploading.end(TAIL));
  content.pipe(uploading, { end: false });
}
