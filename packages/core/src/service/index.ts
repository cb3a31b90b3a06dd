/** The service's client, for command lines and other tools. A reporter's process never loads it. */
export { classifyAnswer } from './answers/answers.js';
export type { RunSummary } from './answers/read-answer.js';
export { askedToWait, LONGEST_OBEYED } from './answers/retry-after.js';
export { ServiceClient } from './client.js';
export { ServiceError } from './errors.js';
export { newChallenge, proves } from './local-proof.js';
