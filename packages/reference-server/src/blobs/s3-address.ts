/** Where blobs lie in an S3-compatible store. */
export interface S3Address {
  /** As it was given. */
  url: string;
  bucket: string;
  /** Before every key: empty, or with a slash at the end. */
  prefix: string;
  /** Of a store other than Amazon's. */
  endpoint: string | undefined;
}

/** @throws an Error that says what is wrong with the address. */
export function readS3Address(url: string): S3Address {
  const [, bucket, prefix = ''] = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])(?:\/(.*))?$/s.exec(url) ?? [];
  if (bucket === undefined || !/^[\w./-]*$/.test(prefix) || prefix.includes('//')) {
    throw new Error(`Attachments can't be kept in ${url}: it must read s3://bucket/prefix.`);
  }
  const endpoint = process.env.AWS_ENDPOINT_URL_S3 || process.env.AWS_ENDPOINT_URL || undefined;
  if (endpoint !== undefined && !(/^https?:\/\//.test(endpoint) && URL.canParse(endpoint))) {
    throw new Error(`AWS_ENDPOINT_URL must be a URL such as http://localhost:9000, not ${endpoint}.`);
  }
  return { url, bucket, prefix: prefix === '' ? '' : `${prefix.replace(/\/$/, '')}/`, endpoint };
}
