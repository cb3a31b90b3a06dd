/** One problem with the settings. Never contains a secret's value. */
export interface SettingProblem {
  /** Option name, as in a config file; deeper ones with their path (`configurations.chromium.id`). */
  key: string;
  /** Where the value comes from: an environment variable, the reporter options, or a config file. */
  origin: string;
  /** The problem and its solution, in full sentences. */
  message: string;
  /** Whether reporting continues without the value. */
  isHarmless?: boolean;
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
