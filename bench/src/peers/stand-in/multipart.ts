import { buffer } from 'node:stream/consumers';
import { Busboy } from '@fastify/busboy';

/** One part of a `multipart/form-data` body (RFC 7578). */
export interface Part {
  name: string;
  /** Set if the part is a file. */
  filename?: string;
  contentType: string;
  content: Buffer;
}

/** Splits a complete `multipart/form-data` body. Files come after texts, each in the order in which they were sent. */
export async function parts(body: Buffer, contentType: string): Promise<Part[]> {
  const texts: Part[] = [];
  const files: Promise<Part>[] = [];
  await new Promise<void>((resolve, reject) => {
    const form = new Busboy({ headers: { 'content-type': contentType } });
    form.on('field', (name, value, _isNameCut, _isValueCut, _encoding, type) => {
      texts.push({ name, contentType: type, content: Buffer.from(value) });
    });
    form.on('file', (name, stream, filename, _encoding, type) => {
      files.push(buffer(stream).then((content) => ({ name, filename, contentType: type, content })));
    });
    form.on('finish', resolve).on('error', reject).end(body);
  });
  return [...texts, ...(await Promise.all(files))];
}
