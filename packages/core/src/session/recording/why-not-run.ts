import type { WhyNotRun } from '../../model.js';

/** Makes a message a reason: one of an adapter's `result-messages.ts`, or that of the tool whose results are imported. */
export function whyNotRun(message: string): WhyNotRun {
  return message as WhyNotRun;
}
