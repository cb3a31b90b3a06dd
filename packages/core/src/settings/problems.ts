/** One thing that is wrong with the settings. Never holds a secret's value. */
export interface SettingProblem {
  /** Option name, as in a config file; deeper ones with their path (`configurations.chromium.id`). */
  key: string;
  /** Where the value comes from: an environment variable, the reporter options, or a config file. */
  origin: string;
  /** What is wrong with it and what to do about it, in full sentences. */
  message: string;
}

/** One line for each problem, to be printed below a heading. */
export function formatProblems(problems: readonly SettingProblem[]): string[] {
  return problems.map(({ key, origin, message }) => `  ${key} (${origin}): ${message}`);
}
