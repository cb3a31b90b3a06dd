/** The service's client, for command lines and other tools. A reporter's process never loads it. */

export { type Action, classifyAnswer } from './answers.js';
export type { AttachmentUpload } from './attachment-upload.js';
export { createServiceClient, type RequestOptions, type ServiceClient, type ServiceClientOptions } from './client.js';
export * from './errors.js';
export type { RunSummary } from './read-answer.js';
export { askedToWait, LONGEST_OBEYED } from './retry-after.js';
export { isRetryable } from './retry-rule.js';
