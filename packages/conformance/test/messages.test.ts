import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { patternOf } from '../../../scripts/messages/stray-texts.js';
import { assertedTexts, isAsserted } from '../src/messages/asserted.js';
import { Bench } from '../src/messages/bench.js';
import { chapters } from '../src/messages/rows/index.js';
import { type Row, rowsIn, type Scenario } from '../src/messages/scenario.js';

let bench: Bench;
const printed = new Map<Scenario, Promise<string>>();

beforeAll(async () => {
  bench = await Bench.open();
  // All are started at once. `run` limits how many processes run at the same time.
  for (const scenario of chapters.flatMap(({ scenarios }) => scenarios)) {
    const output = (async () => scenario.cause(bench))();
    output.catch(() => {});
    printed.set(scenario, output);
  }
});
afterAll(() => bench.close());

/** Something to search for: a setting, variable, call, option of a command, package, command or file. */
const NAMED = new RegExp(
  [
    /TMS_[A-Z_]+|HTTPS?_PROXY|(?:^|[\s'])--[a-z]+|\w\(|@testpoint\/|testpoint (?:run|flush|catalog|init|exec|serve)\b/,
    /\b(?:option \w+|closeTimeout|externalId|afterAll|testPoints)\b|[\w…]\.(?:[cm]?[jt]s|json)\b|\.testpoint|there is no command \w+/,
    /^\w[\w.[\]]* \((?:environment|reporter options|file|not set)|\b(?:url|link|run|attachment|folder|outbox|catalog|external id)\b/i,
    /\b(?:gate|rules|history|known failure|JSON|reason|outputs|summary|exported|map of names|import(?:ed)?|its tool|can be read)\b|\.until\b/,
  ]
    .map(({ source }) => source)
    .join('|'),
  'i',
);
/** An instruction, in the imperative. */
const ADVISED =
  /\b(?:set|give|put|finish|fix|free|wait|write|take|copy|move|keep|create|correct|map|list|leave|raise|lower|check|add|import|use|did you mean|name|make|compare|deliver|call|install|let|see|restore|look|start it|run the suite|npx|export|choose|works with|without (?:an?|text)|instead of|call it|run|remove|delete|discard|pass|return|await|record)\b/i;

describe.each(chapters.map(({ title, scenarios }) => [title, scenarios] as const))('%s', (_title, scenarios) => {
  const rows = scenarios.flatMap((scenario) =>
    rowsIn(scenario.messages).map((row) => [row.when, row, scenario] as const),
  );
  test.each(rows)('%s', { timeout: 300_000 }, async (_when, row, scenario) => {
    const { says } = row;
    const output = await printed.get(scenario);
    expect(patternOf(says).test(output ?? ''), `${says}\n\nis not in\n\n${output}`).toBe(true);
    expectHelp(row);
    for (const misleading of scenario.never) expect(output).not.toContain(misleading);
  });
});

describe('asserted by another test', () => {
  const texts = assertedTexts();
  const rows = chapters.flatMap(({ elsewhere }) => elsewhere.flatMap(rowsIn));
  test.each(rows.map((row) => [row.when, row] as const))('%s', (_when, row) => {
    expect(isAsserted(row.says, texts), `no test asserts\n\n${row.says}`).toBe(true);
    expectHelp(row);
  });
});

/** A message that asks for something names it and says what to do. If it does not, the page does. */
function expectHelp({ says, isFact, todo }: Row): void {
  if (isFact) return;
  if (todo === undefined) expect(says).toMatch(NAMED);
  const advice = 'a message says what to do: reword it, set `todo`, or call it a `fact`';
  expect(`${says} ${todo}`, advice).toMatch(ADVISED);
}
