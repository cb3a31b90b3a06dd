/** A bucket and a prefix in an S3-compatible store. */
export interface S3Address {
  /** The URL as given. */
  url: string;
  bucket: string;
  /** Prefix of every key: empty, or ending in a slash. */
  prefix: string;
  /** The address of a store other than Amazon's. */
  endpoint: string | undefined;
}

/** @throws an Error that explains why the address is invalid. */
export function readS3Address(url: string): S3Address {
  const [, bucket, prefix = ''] = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])(?:\/(.*))?$/s.exec(url) ?? [];
  if (bucket === undefined || !/^[\w./-]*$/.test(prefix) || prefix.includes('//')) {
    throw new Error(`Cannot store attachments in ${url}: it must have the form s3://bucket/prefix.`);
  }
  const endpoint = process.env.AWS_ENDPOINT_URL_S3 || process.env.AWS_ENDPOINT_URL || undefined;
  if (endpoint !== undefined && !(/^https?:\/\//.test(endpoint) && URL.canParse(endpoint))) {
    throw new Error(`AWS_ENDPOINT_URL must be a URL such as http://localhost:9000, not ${endpoint}.`);
  }
  return { url, bucket, prefix: prefix === '' ? '' : `${prefix.replace(/\/$/, '')}/`, endpoint };
}
