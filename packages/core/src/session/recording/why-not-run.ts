/** Why a test did not run, or did not finish, as its result says. Only messages are reasons: `result-messages.ts` of an adapter. */
export type WhyNotRun = string & { readonly why: 'not-run' };

/** Makes a message a reason. */
export function whyNotRun(text: string): WhyNotRun {
  return text as WhyNotRun;
}
