/** The service's client, for command lines and other tools. A reporter's process never loads it. */
export { classifyAnswer } from './answers.js';
export { createServiceClient, type RequestOptions, type ServiceClient } from './client.js';
export { ServiceError } from './errors.js';
export type { RunSummary } from './read-answer.js';
export { askedToWait, LONGEST_OBEYED } from './retry-after.js';
export { isRetryable } from './retry-rule.js';
