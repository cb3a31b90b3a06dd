import { OPTION_KEYS, OPTIONS, type OptionKey } from './option-table.js';
import type { Settings } from './settings.js';

type Origins = Readonly<Partial<Record<OptionKey, string>>>;

/** Options that only some frameworks' reporters use. In a config file, which all frameworks share, they are not mistakes. */
const OWN_OPTIONS: readonly { key: OptionKey; frameworks: readonly string[]; why: string }[] = [
  { key: 'steps', frameworks: ['playwright'], why: 'only Playwright has built-in steps' },
  { key: 'merge', frameworks: ['playwright', 'vitest'], why: 'only Playwright and Vitest merge reports of shards' },
];

/**
 * Options that were set but have no effect, with advice; a sentence or two each.
 * @param framework whose reporter's options they are, if known
 */
export function ineffectiveOptions(settings: Settings, origins: Origins, framework?: string): string[] {
  const said: string[] = [];
  const isSet = (key: OptionKey) => origins[key] !== undefined && origins[key] !== 'default';
  const say = (key: OptionKey, why: string) => said.push(`${key} (${origins[key]}) has no effect: ${why}`);
  const values: Readonly<Record<string, unknown>> = settings;
  const found: Readonly<Record<string, string | undefined>> = origins;
  for (const key of OPTION_KEYS) {
    const { useless } = OPTIONS[key];
    if (useless === undefined || !isSet(key)) continue;
    const other = 'with' in useless ? useless.with : useless.without;
    if ('without' in useless && !values[other]) say(key, useless.why);
    // Fine in a pipeline that creates its run first: testPoints is in the config file, testRunId in the environment.
    if ('with' in useless && values[other] !== undefined && isWritten(found[other])) {
      say(key, `${other} (${found[other]}) ${useless.why}`);
    }
  }
  for (const { key, frameworks, why } of OWN_OPTIONS) {
    const isTheirs = framework === undefined || frameworks.includes(framework);
    if (!isTheirs && origins[key] === 'reporter options') say(key, `${why}. Remove it.`);
  }
  return said;
}

/** Whether it was set in code or a file, not by the person who starts the suite. */
function isWritten(origin: string | undefined): boolean {
  return origin !== undefined && !/^(environment|command line)/.test(origin);
}
