import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Bench } from '../src/messages/bench.js';
import { page, uncausedTexts } from '../src/messages/page.js';
import { chapters } from '../src/messages/rows/index.js';
import type { Scenario } from '../src/messages/scenario.js';
import { isMadeOf, sourceTexts } from '../src/messages/source-texts.js';

let bench: Bench;
const printed = new Map<Scenario, Promise<string>>();

beforeAll(async () => {
  bench = await Bench.open();
  // All are set going at once, and wait for their turn among themselves.
  for (const scenario of chapters.flatMap(({ scenarios }) => scenarios)) {
    const output = (async () => scenario.print(bench))();
    output.catch(() => {});
    printed.set(scenario, output);
  }
});
afterAll(() => bench.close());

/** A setting, variable, call, option of a command, package, command or file: what can be looked for. */
const NAMED = new RegExp(
  [
    /TMS_[A-Z_]+|HTTPS?_PROXY|(?:^|\s)--[a-z]+|\w\(|@testpoint\/|testpoint (?:run|flush|catalog|init|exec)\b/,
    /\b(?:option \w+|closeTimeout|externalId|afterAll|testPoints)\b|[\w…]\.(?:[cm]?[jt]s|json)\b|\.testpoint|there is no command \w+/,
    /^\w[\w.[\]]* \((?:environment|reporter options|file|not set)|\b(?:url|link|run|attachment|folder|outbox|catalog|external id)\b/i,
  ]
    .map(({ source }) => source)
    .join('|'),
  'i',
);
/** What to do, in the imperative. */
const ADVISED =
  /\b(?:set|give|write|take|copy|move|keep|create|correct|map|list|leave|raise|lower|check|add|import|use|did you mean|name|make|compare|deliver|call|install|let|see|restore|look|start it|run the suite|npx|export|choose|works with|without an?|instead of|call it)\b/i;
/** Where a value comes from. */
const ORIGIN = /\((?:environment TMS_\w+|reporter options|not set|file [^)]+)\)|^TMS_|^off, |config\.\w+ is not read/;

describe.each(chapters.map(({ title, scenarios }) => [title, scenarios] as const))('%s', (title, scenarios) => {
  const rows = scenarios.flatMap((scenario) => scenario.rows.map((row) => [row.when, row, scenario] as const));
  test.each(rows)('%s', { timeout: 300_000 }, async (_when, { says, isFact }, scenario) => {
    const output = await printed.get(scenario);
    expect(isMadeOf(output ?? '', { file: '', text: says }), `${says}\n\nis not in\n\n${output}`).toBe(true);
    if (!isFact) expect(says).toMatch(NAMED);
    if (!isFact) expect(says).toMatch(ADVISED);
    if (title === 'Settings') expect(says).toMatch(ORIGIN);
    for (const misleading of scenario.never ?? []) expect(output).not.toContain(misleading);
  });
});

// `npx vitest run messages --update` writes the page.
test('the page has every message; a new one needs a row that causes it', async () => {
  const uncaused = uncausedTexts(chapters, sourceTexts());
  await expect(page(chapters, uncaused)).toMatchFileSnapshot('../../../docs/troubleshooting.md');
});
