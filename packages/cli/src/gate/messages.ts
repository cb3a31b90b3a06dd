// Messages: Commands

/** gate --no-new-failures, without a history. */
export const gateWithoutHistory =
  'The rule noNewFailures needs a history: set reportHistory, or pass --history FILE to testpoint gate.';

/** gate, without rules. */
export const gateWithoutRules =
  'The gate has no rules: set gate: { maxFailed: 0 } in testpoint.config.*, or pass --max-failed 0 to testpoint gate.';

/**
 * gate, with wrong rules in the settings.
 *
 * Correct the option gate, as the lines below the message say.
 */
export const wrongRules = (lines: readonly string[]) => ['The rules are wrong:', ...lines].join('\n');

/** gate, with a count that is no whole number. @fact */
export const wrongCount = 'Give an integer from 0.';

/** gate, with a wrong rate. @fact */
export const wrongRate = 'Give a number from 0 to 1.';

/** gate --no-new-failures, in the first run. @fact */
export const noEarlierRun = 'There is no earlier run to compare failures with.';

/** gate, when all rules hold. @fact */
export const gateOpen = (rules: string) => `The gate is open: ${rules}`;

/** gate, when a rule does not hold. @fact */
export const gateClosed = (rules: string) => `The gate is closed: ${rules}`;

/** gate, with a failure that does not count. @fact */
export const knownFailure = (test: string, reason: string, owner?: string, until?: string) =>
  `Known failure${owner === undefined ? '' : ` of ${owner}`}${until === undefined ? '' : ` until ${until}`}: ${test} (${reason})`;
