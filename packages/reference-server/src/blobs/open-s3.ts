import { randomUUID } from 'node:crypto';
import { UnavailableError } from '../problem.js';
import { PARTIAL } from './blob-store.js';
import { S3Blobs, type Sdk } from './s3.js';
import { readS3Address, type S3Address } from './s3-address.js';

/**
 * Opens an S3 store and tests each permission that the server needs. The SDK finds the region and the credentials in its usual
 * places.
 * @throws an Error that explains the problem, and what to do, in one line.
 */
export async function openS3(url: string): Promise<S3Blobs> {
  const address = readS3Address(url);
  const sdk = await loadSdk(url);
  const blobs = new S3Blobs(sdk, new sdk.S3Client(configuration(address)), address);
  try {
    await blobs.check();
    const key = `${randomUUID()}${PARTIAL}`;
    await blobs.put(key, probe());
    await blobs.size(key);
    await blobs.delete(key);
    return blobs;
  } catch (error) {
    await blobs.close();
    throw error instanceof UnavailableError ? new Error(error.reason, { cause: error }) : error;
  }
}

async function* probe(): AsyncGenerator<Uint8Array> {
  yield Buffer.from('testpoint-server is testing whether it can write here.\n');
}

async function loadSdk(url: string): Promise<Sdk> {
  try {
    return await import('@aws-sdk/client-s3');
  } catch (cause) {
    throw new Error(`To store attachments in ${url}, install the AWS SDK: npm install @aws-sdk/client-s3`, { cause });
  }
}

function configuration({ endpoint }: S3Address) {
  const { env } = process;
  const timeouts = {
    connectionTimeout: CONNECTION_TIMEOUT,
    requestTimeout: REQUEST_TIMEOUT,
    throwOnRequestTimeout: true,
  };
  if (endpoint === undefined) return { requestHandler: timeouts };
  return {
    requestHandler: timeouts,
    // Other stores have no DNS names for buckets, ignore the region, and often don't support checksums in trailers.
    forcePathStyle: true,
    region: env.AWS_REGION || env.AWS_DEFAULT_REGION || 'us-east-1',
    requestChecksumCalculation: checksums(env.AWS_REQUEST_CHECKSUM_CALCULATION),
    responseChecksumValidation: checksums(env.AWS_RESPONSE_CHECKSUM_VALIDATION),
  };
}

function checksums(given: string | undefined): 'WHEN_SUPPORTED' | 'WHEN_REQUIRED' {
  return given?.toUpperCase() === 'WHEN_SUPPORTED' ? 'WHEN_SUPPORTED' : 'WHEN_REQUIRED';
}

/** Milliseconds. */
const CONNECTION_TIMEOUT = 3_000;
/** Time until the store begins to answer, milliseconds. It may take minutes to assemble the parts of a large upload. */
const REQUEST_TIMEOUT = 300_000;
