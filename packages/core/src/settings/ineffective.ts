import type { OptionKey } from './option-table.js';
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
  const { testRunId, report, api, concurrency, startConcurrency } = settings;
  // Fine in a pipeline that creates its run first: testPoints is in the config file, testRunId in the environment.
  if (testRunId !== undefined && isSet('testPoints') && isWritten(origins.testRunId)) {
    say('testPoints', `testRunId (${origins.testRunId}) names an existing run. Remove one of the two.`);
  }
  if (isSet('reportHistory') && !report) say('reportHistory', 'there is no report. Set report to true.');
  if (isSet('resultsBody') && api === 'legacy') {
    say('resultsBody', "api 'legacy' sends results one by one. Remove it.");
  }
  if (isSet('startConcurrency') && startConcurrency > concurrency) {
    say(
      'startConcurrency',
      `it is more than concurrency (${concurrency}), the limit. Raise concurrency, or lower startConcurrency.`,
    );
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
