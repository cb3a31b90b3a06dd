import { Readable } from 'node:stream';
import type { S3Client } from '@aws-sdk/client-s3';
import type { ByteRange } from '@testpoint/report';
import { ProblemError, UnavailableError } from '../problem.js';
import type { BlobStore, ListedBlob, OpenBlob } from './blob-store.js';
import { explainS3 } from './explain-s3.js';
import { type ObjectName, type UploadSdk, upload } from './multipart-upload.js';
import { PART_SIZE } from './part.js';
import type { S3Address } from './s3-address.js';
import { collectYoungGarbage } from './young-garbage.js';

/** The parts of the AWS SDK that we use. */
export type Sdk = Pick<
  typeof import('@aws-sdk/client-s3'),
  'S3Client' | 'GetObjectCommand' | 'HeadObjectCommand' | 'DeleteObjectCommand' | 'ListObjectsV2Command'
> &
  UploadSdk;

/** Blobs as objects in an S3-compatible store, named by a prefix and their keys. */
export class S3Blobs implements BlobStore {
  readonly #sdk: Sdk;
  readonly #client: S3Client;
  readonly #address: S3Address;

  constructor(sdk: Sdk, client: S3Client, address: S3Address) {
    this.#sdk = sdk;
    this.#client = client;
    this.#address = address;
  }

  async put(key: string, content: AsyncIterable<Uint8Array>): Promise<void> {
    let broken: { error: unknown } | undefined;
    async function* noted(): AsyncGenerator<Uint8Array> {
      try {
        yield* content;
      } catch (error) {
        broken = { error };
        throw error;
      }
    }
    try {
      await upload(this.#sdk, this.#client, this.#object(key), noted());
    } catch (error) {
      if (broken !== undefined) throw broken.error;
      throw error instanceof ProblemError ? error : this.#failure(error);
    }
  }

  async get(key: string, range?: ByteRange): Promise<OpenBlob | undefined> {
    const Range = range && `bytes=${range.first}-${range.last}`;
    const found = await this.#unlessMissing(
      this.#client.send(new this.#sdk.GetObjectCommand({ ...this.#object(key), ...(Range ? { Range } : {}) })),
    );
    if (!(found?.Body instanceof Readable)) return undefined;
    const total = /\/(\d+)$/.exec(found.ContentRange ?? '')?.[1];
    return { size: Number(total ?? found.ContentLength), content: Readable.from(frugally(found.Body)) };
  }

  async size(key: string): Promise<number | undefined> {
    const found = await this.#unlessMissing(this.#client.send(new this.#sdk.HeadObjectCommand(this.#object(key))));
    return found?.ContentLength;
  }

  async delete(key: string): Promise<void> {
    await this.#unlessMissing(this.#client.send(new this.#sdk.DeleteObjectCommand(this.#object(key))));
  }

  async *list(): AsyncGenerator<ListedBlob> {
    const { bucket, prefix } = this.#address;
    let token: string | undefined;
    do {
      const command = new this.#sdk.ListObjectsV2Command({
        Bucket: bucket,
        Prefix: prefix,
        ...(token === undefined ? {} : { ContinuationToken: token }),
      });
      const page = await this.#client.send(command).catch((error) => {
        throw this.#failure(error);
      });
      for (const { Key = '', LastModified = new Date() } of page.Contents ?? []) {
        const key = Key.slice(prefix.length);
        if (!key.includes('/')) yield { key, modified: LastModified };
      }
      token = page.IsTruncated ? page.NextContinuationToken : undefined;
    } while (token !== undefined);
  }

  async check(): Promise<void> {
    const { bucket: Bucket, prefix } = this.#address;
    // No key starts with this, so the answer is short.
    const Prefix = `${prefix}-`;
    await this.#client.send(new this.#sdk.ListObjectsV2Command({ Bucket, Prefix, MaxKeys: 1 })).catch((error) => {
      throw this.#failure(error);
    });
  }

  async close(): Promise<void> {
    this.#client.destroy();
  }

  #object(key: string): ObjectName {
    return { Bucket: this.#address.bucket, Key: this.#address.prefix + key };
  }

  async #unlessMissing<T>(answer: Promise<T>): Promise<T | undefined> {
    return answer.catch((error) => {
      if (MISSING.has(error?.name)) return undefined;
      throw this.#failure(error);
    });
  }

  #failure(error: unknown): UnavailableError {
    const reason = explainS3(error, this.#address);
    return new UnavailableError('The attachment store is unreachable.', reason, error);
  }
}

/** S3's errors for an object that does not exist (HEAD has no body, hence NotFound) or that is too short for the range. */
const MISSING = new Set(['NoSuchKey', 'NotFound', 'InvalidRange']);

/** The same content, with the memory of what has passed freed from time to time. */
async function* frugally(content: Readable): AsyncGenerator<Buffer> {
  let passed = 0;
  for await (const chunk of content) {
    passed += chunk.length;
    if (passed >= PART_SIZE) {
      collectYoungGarbage();
      passed = 0;
    }
    yield chunk;
  }
}
