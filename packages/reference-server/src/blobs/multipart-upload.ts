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
 * Stores content of unknown length as an object: in one request if it fits in a part, else in parts. One part is sent while the
 * next one arrives. Rejects with the error of the content or of the store; then nothing is stored.
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
  let [filling, spare] = [new Part(), new Part()];
  try {
    for await (const chunk of content) {
      for (let rest = chunk; rest.length > 0; rest = filling.add(rest)) {
        if (!filling.isFull) continue;
        if (sending.parts === maxParts - 1) throw new ProblemError(413, tooLarge(maxParts));
        // After this, `spare` has been sent.
        await sending.send(filling);
        [filling, spare] = [spare, filling];
        filling.clear();
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

/** Sends one part at a time. */
class MultipartUpload {
  readonly #sdk: UploadSdk;
  readonly #client: S3Client;
  readonly #object: ObjectName;
  readonly #sent: CompletedPart[] = [];
  #id: string | undefined;
  #inFlight: Promise<void> = Promise.resolve();
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
   * Begins to send a part as soon as the one before has been sent, and resolves then. Don't change the part until the next call
   * resolves: the SDK may send it again. Rejects if the part before failed.
   */
  async send(part: Part): Promise<void> {
    await this.#inFlight;
    this.#parts += 1;
    this.#inFlight = this.#send(part.content, this.#parts);
    // The next call reports it.
    this.#inFlight.catch(() => {});
  }

  async complete(): Promise<void> {
    await this.#inFlight;
    const MultipartUpload = { Parts: this.#sent };
    const command = { ...this.#object, UploadId: this.#id, MultipartUpload };
    await this.#client.send(new this.#sdk.CompleteMultipartUploadCommand(command));
  }

  /** Discards what was sent. If that fails, too, the bucket's lifecycle rule does it. */
  async abort(): Promise<void> {
    // A part that arrives after the abort would stay.
    await this.#inFlight.catch(() => {});
    if (this.#id === undefined) return;
    const command = new this.#sdk.AbortMultipartUploadCommand({ ...this.#object, UploadId: this.#id });
    await this.#client.send(command).catch(() => {});
  }

  async #send(Body: Uint8Array, PartNumber: number): Promise<void> {
    this.#id ??= await this.#create();
    const command = new this.#sdk.UploadPartCommand({ ...this.#object, UploadId: this.#id, PartNumber, Body });
    this.#sent.push(completed(PartNumber, await this.#client.send(command)));
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

const tooLarge = (parts: number) => `The attachment store takes at most ${parts * PART_SIZE} bytes for an attachment.`;

const MAX_PARTS = 10_000;
