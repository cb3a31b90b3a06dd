import type { S3Address } from './s3-address.js';

/** Explains an error of the store in one line: the problem, and what to do about it. */
export function explainS3(error: unknown, { url, bucket, endpoint }: S3Address): string {
  const { name, code, message, status } = fieldsOf(error);
  const said = (message || name).replaceAll(/\s+/g, ' ').trim();
  const because = (what: string, fix: string) => `Cannot use ${url} for attachments: ${what}. ${fix}`;
  if (name === 'CredentialsProviderError') {
    return because('there are no credentials', 'Set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.');
  }
  if (/^Region is missing/.test(message)) return because('the region is unknown', 'Set AWS_REGION.');
  if (NO_KEY.has(name)) {
    const fix = 'Correct AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.';
    return because(`the store rejects the credentials (${name})`, fix);
  }
  if (name === 'NoSuchBucket') {
    return because(`the bucket ${bucket} does not exist`, 'Create it, or use another one.');
  }
  if (OTHER_REGION.has(name)) return because(`the bucket is in another region (${said})`, 'Correct AWS_REGION.');
  if (status === 403) {
    const rights =
      's3:ListBucket on the bucket, and s3:GetObject, s3:PutObject, s3:DeleteObject and s3:AbortMultipartUpload';
    return because(`the store denies access (${said})`, `Grant ${rights} on its objects.`);
  }
  if (status === undefined) {
    const where = endpoint ?? 'Amazon S3';
    const fix = endpoint === undefined ? 'Check the network.' : 'Start it, or correct AWS_ENDPOINT_URL.';
    return because(`${where} is unreachable (${code ?? said})`, fix);
  }
  return because(`the store answers ${status} (${said})`, 'See the log of the store.');
}

const NO_KEY = new Set(['InvalidAccessKeyId', 'SignatureDoesNotMatch', 'InvalidToken', 'ExpiredToken']);
const OTHER_REGION = new Set([
  'PermanentRedirect',
  'AuthorizationHeaderMalformed',
  'IllegalLocationConstraintException',
]);

/** The SDK's errors have the service's code as their name, and Node's errors have theirs in `code`. */
function fieldsOf(error: unknown): {
  name: string;
  code: string | undefined;
  message: string;
  status: number | undefined;
} {
  if (!(error instanceof Error)) return { name: '', code: undefined, message: String(error), status: undefined };
  const { $metadata } = error as { $metadata?: { httpStatusCode?: number } };
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined;
  return { name: error.name, code, message: error.message, status: $metadata?.httpStatusCode };
}
