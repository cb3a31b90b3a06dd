import type { OptionKey } from './option-table.js';

/** One problem with the settings. Never contains a secret's value. */
export interface SettingProblem {
  /** Option name, as in a config file; deeper ones with their path (`configurations.chromium.id`). */
  key: string;
  /** Where the value comes from: an environment variable, the reporter options, or a config file. */
  origin: string;
  /** The problem and its solution, in full sentences. */
  message: string;
  /** The option that it is about; for a misspelled name, the one that was probably meant. */
  option?: OptionKey;
  /** What can't be done until it is corrected. Undefined if reporting continues without the value. */
  stops?: 'recording' | 'delivery' | undefined;
}

/** One line for each problem, to print below a heading. */
export function formatProblems(problems: readonly SettingProblem[]): string[] {
  return problems.map(({ key, origin, message }) => `  ${key} (${origin}): ${message}`);
}

/** The problems that `testpoint exec` has already printed, for the suites that it runs. */
const PRINTED = 'TESTPOINT_PRINTED';

/** Environment for a command whose reporters must not print these lines again. */
export function alreadyPrinted(lines: readonly string[]): Record<string, string> {
  return { [PRINTED]: lines.join('\n') };
}

/** Lines that were not printed before this process started. */
export function notYetPrinted(lines: readonly string[], env: Readonly<Record<string, string | undefined>>): string[] {
  const printed = new Set(env[PRINTED]?.split('\n'));
  return lines.filter((line) => !printed.has(line));
}
