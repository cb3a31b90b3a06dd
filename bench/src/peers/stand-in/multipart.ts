/** One part of a `multipart/form-data` body (RFC 7578). */
export interface Part {
  name: string;
  /** Set if the part is a file. */
  filename?: string;
  contentType: string;
  content: Buffer;
}

/** Splits a complete `multipart/form-data` body. */
export async function parts(body: Buffer, contentType: string): Promise<Part[]> {
  const form = await new Response(new Uint8Array(body), { headers: { 'content-type': contentType } }).formData();
  const partOf = async ([name, value]: [string, string | File]): Promise<Part> =>
    typeof value === 'string'
      ? { name, contentType: 'text/plain', content: Buffer.from(value) }
      : {
          ...{ name, filename: value.name, contentType: value.type },
          content: Buffer.from(await value.arrayBuffer()),
        };
  return Promise.all([...form].map(partOf));
}
