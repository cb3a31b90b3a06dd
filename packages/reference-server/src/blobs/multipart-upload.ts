import type { CompletedPart, S3Client, UploadPartCommandOutput } from '@aws-sdk/client-s3';
import { ProblemError } from '../problem.js';
import { PART_SIZE, Part } from './part.js';
import { collectYoungGarbage } from './young-garbage.js';

/** The commands of the AWS SDK that store an object. */
export type UploadSdk = Pick<
  typeof import('@aws-sdk/client-s3'),
  | 'PutObjectCommand'
  | 'CreateMultipartUploadCommand'
  | 'UploadPartCommand'
  | 'CompleteMultipartUploadCommand'
  | 'AbortMultipartUploadCommand'
>;

export interface ObjectName {
  Bucket: string;
  Key: string;
}

/**
 * Stores content of unknown length as an object: in one request if it fits in a part, otherwise in parts, two of
 * which are sent at once. Rejects with the error of the content or of the store; then nothing is stored.
 *
 * The SDK's own `Upload` copies each part once more, and makes garbage of every copy: 1 GiB took 170 to 205 MB with it.
 * @param maxParts S3's limit
 * @throws a ProblemError with status 413 if the content needs more parts
 */
export async function upload(
  sdk: UploadSdk,
  client: S3Client,
  object: ObjectName,
  content: AsyncIterable<Uint8Array>,
  maxParts = MAX_PARTS,
): Promise<void> {
  const sending = new MultipartUpload(sdk, client, object);
  let filling = new Part();
  try {
    for await (const chunk of content) {
      for (let rest = chunk; rest.length > 0; rest = filling.add(rest)) {
        if (!filling.isFull) continue;
        if (sending.parts === maxParts - 1) throw new ProblemError(413, tooLarge(maxParts));
        filling = await sending.send(filling);
        collectYoungGarbage();
      }
    }
    if (sending.parts === 0) {
      await client.send(new sdk.PutObjectCommand({ ...object, Body: filling.content }));
    } else {
      await sending.send(filling);
      await sending.complete();
    }
  } catch (error) {
    await sending.abort();
    throw error;
  }
}

class MultipartUpload {
  readonly #sdk: UploadSdk;
  readonly #client: S3Client;
  readonly #object: ObjectName;
  readonly #completed: CompletedPart[] = [];
  /** Oldest first. */
  readonly #inFlight: Promise<Part>[] = [];
  #id: Promise<string | undefined> | undefined;
  #parts = 0;

  constructor(sdk: UploadSdk, client: S3Client, object: ObjectName) {
    this.#sdk = sdk;
    this.#client = client;
    this.#object = object;
  }

  /** Parts that were sent or are being sent. */
  get parts(): number {
    return this.#parts;
  }

  /**
   * Begins to send a part. Leave it alone from then on: the SDK may send it again. Resolves with a part to fill, as soon as one is
   * free. Rejects if an earlier part failed.
   */
  async send(part: Part): Promise<Part> {
    this.#parts += 1;
    const sent = this.#send(part, this.#parts);
    // A later call or `complete` reports it.
    sent.catch(() => {});
    this.#inFlight.push(sent);
    const oldest = this.#inFlight.length < PARTS_AT_ONCE ? undefined : this.#inFlight.shift();
    const free = (await oldest) ?? new Part();
    free.clear();
    return free;
  }

  async complete(): Promise<void> {
    await Promise.all(this.#inFlight);
    const MultipartUpload = { Parts: this.#completed };
    const command = { ...this.#object, UploadId: await this.#id, MultipartUpload };
    await this.#client.send(new this.#sdk.CompleteMultipartUploadCommand(command));
  }

  /** Discards the parts that were sent. If that fails, the bucket's lifecycle rule does it later. */
  async abort(): Promise<void> {
    // A part that arrives after the abort would stay.
    await Promise.allSettled(this.#inFlight);
    const UploadId = await this.#id?.catch(() => undefined);
    if (UploadId === undefined) return;
    const command = new this.#sdk.AbortMultipartUploadCommand({ ...this.#object, UploadId });
    await this.#client.send(command).catch(() => {});
  }

  async #send(part: Part, PartNumber: number): Promise<Part> {
    this.#id ??= this.#create();
    const command = { ...this.#object, UploadId: await this.#id, PartNumber, Body: part.content };
    const answer = await this.#client.send(new this.#sdk.UploadPartCommand(command));
    this.#completed[PartNumber - 1] = completed(PartNumber, answer);
    return part;
  }

  async #create(): Promise<string | undefined> {
    const checksums = await this.#client.config.requestChecksumCalculation();
    const command = new this.#sdk.CreateMultipartUploadCommand({
      ...this.#object,
      // The SDK's checksum of each part.
      ...(checksums === 'WHEN_SUPPORTED' ? { ChecksumAlgorithm: 'CRC32' as const } : {}),
    });
    const { UploadId } = await this.#client.send(command);
    return UploadId;
  }
}

function completed(PartNumber: number, { ETag, ChecksumCRC32 }: UploadPartCommandOutput): CompletedPart {
  return { PartNumber, ETag, ...(ChecksumCRC32 === undefined ? {} : { ChecksumCRC32 }) };
}

const tooLarge = (parts: number) => `The attachment store accepts at most ${parts * PART_SIZE} bytes per attachment.`;

const MAX_PARTS = 10_000;
/** Each part takes 5 MiB of memory. */
const PARTS_AT_ONCE = 2;
