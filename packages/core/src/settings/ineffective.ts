import type { Framework } from '@testpoint/frameworks/framework';
import { uselessInFramework } from './messages.js';
import { OPTION_KEYS, OPTIONS, type OptionKey } from './option-table.js';
import type { Settings } from './settings.js';

type Origins = Readonly<Partial<Record<OptionKey, string>>>;

/**
 * Options that were set but have no effect, with advice; a sentence or two each.
 * @param framework whose reporter's options they are. In a config file, which all frameworks share, its useless ones are no mistakes
 */
export function ineffectiveOptions(
  settings: Settings,
  origins: Origins,
  { title, uselessOptions = [] }: Partial<Framework> = {},
): string[] {
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
  for (const key of uselessOptions) {
    if (found[key] === 'reporter options') said.push(uselessInFramework(key, title));
  }
  return said;
}

/** Whether it was set in code or a file, not by the person who starts the suite. */
function isWritten(origin: string | undefined): boolean {
  return origin !== undefined && !/^(environment|command line)/.test(origin);
}
