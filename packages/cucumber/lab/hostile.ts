import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

/** The words of a spoken language. */
interface Dialect {
  feature: string[];
  rule: string[];
  background: string[];
  scenario: string[];
  scenarioOutline: string[];
  examples: string[];
  given: string[];
  when: string[];
  then: string[];
}

const ROWS = 500;

/** Writes features of ours into a folder: every spoken language of Gherkin, and what is rare in one. */
export function writeHostile(folder: string, lab: string): void {
  const all: { dialects: Record<string, Dialect> } = createRequire(join(folder, 'package.json'))('@cucumber/gherkin');
  mkdirSync(join(folder, 'features/languages'), { recursive: true });
  mkdirSync(join(folder, 'broken'));
  for (const [code, dialect] of Object.entries(all.dialects))
    writeFileSync(join(folder, `features/languages/${code}.feature`), inLanguage(code, dialect));
  for (const [name, text] of Object.entries(FEATURES)) writeFileSync(join(folder, `features/${name}.feature`), text);
  writeFileSync(join(folder, 'broken/broken.feature'), 'Feature: broken\n  Scenario: one\n    And so?\n  Nonsense\n');
  cpSync(join(lab, 'fixtures/hostile/steps.cjs'), join(folder, 'steps.cjs'));
}

function inLanguage(code: string, words: Dialect): string {
  const [feature, background, rule] = [words.feature[0], words.background[0], words.rule[0]];
  const [scenario, outline, examples] = [words.scenario[0], words.scenarioOutline[0], words.examples[0]];
  // The first one is an asterisk.
  const last = (all: string[]) => all.at(-1) ?? '* ';
  const [given, when, then] = [last(words.given), last(words.when), last(words.then)];
  return `# language: ${code}
${feature}: ${code} ${feature}
  ${background}:
    ${given}passes at first
  ${scenario}: ${scenario} 1
    ${when}passes
  ${rule}: ${rule} of ${code}
    ${background}:
      ${given}passes in the rule
    ${scenario}: ${scenario} 2
      ${then}fails
    ${outline}: ${outline} <value>
      ${when}passes with <value>
      ${examples}: ${examples}
        | value |
        | 1     |
        | ${then.trim()} |
`;
}

const FEATURES: Readonly<Record<string, string>> = {
  rows: `Feature: rows
  Scenario Outline: row <number> is <verdict>
    When <verdict> with <number>
    Examples:
      | number | verdict |
${Array.from({ length: ROWS }, (_, row) => `      | ${row} | ${['passes', 'fails', 'is skipped'][row % 50] ?? 'passes'} |`).join('\n')}
  Scenario Outline: equal rows
    When <verdict>
    Examples: a
      | verdict |
${'      | passes |\n'.repeat(20)}    Examples: b
      | verdict |
      | passes |
      | fails |
    Examples:
      | verdict |
      | passes |
`,
  names: `@every @tag:1 @tc:77
Feature: names
  Scenario: equal
    When passes
  Scenario: equal
    When fails
  Scenario: equal
    When is skipped
  Scenario:
    When passes
  Scenario:
    When passes
  @a @b
  Scenario: empty
  Scenario: with > a separator > inside
    When passes
  Scenario: emoji 👩‍👩‍👧 and 𝒰nicode \u202Ertl\u202C עברית
    When passes
  Scenario: ${'long '.repeat(400)}
    When passes
  Scenario: __proto__
    When passes
  Scenario: "quotes" and \\backslashes\\ and <brackets> and \${this}
    When passes
  @deep
  Rule: equal
    Example: equal
      When passes
    Example: equal
      When passes
  Rule: equal
    Example: equal
      When fails
  Rule:
    Example: equal
      When passes
  @outline
  Scenario Outline:
    When passes
    @first
    Examples:
      | __proto__ | a b | |
      | \\| | \\n | \\\\ |
      | x |  | y |
`,
  arguments: `Feature: arguments
  Scenario: a very long doc string
    When passes with a text
      """
${'      All work and no play makes a dull test. | "" \\n ```\n'.repeat(2_000)}      """
  Scenario: a typed doc string
    When passes with a text
      \`\`\`json
      { "a": """ }
      \`\`\`
  Scenario: a table with pipes
    When passes with a table
      | a \\| b | \\\\ | c\\nd |
      |  | 💥 | \u0007 |
`,
  ends: `Feature: ends
  Scenario: undefined
    When no definition matches "this" and 1 number
    Then passes
  Scenario: ambiguous
    When is ambiguous
    Then passes
  Scenario: pending late
    When is pending late
    Then passes
  Scenario: skipped late
    When is skipped late
    Then passes
  Scenario: fails late
    When fails late
    Then passes
  Scenario: times out
    When times out
    Then passes
  Scenario: a callback
    When calls back with an error
  Scenario: throws a string
    When throws a string
  Scenario: throws nothing
    When throws nothing
  @retried
  Scenario: fails at first
    When fails at first
  @late-before
  Scenario: its Before fails late
    When passes
  @late-after
  Scenario: its After fails late
    When passes
  @late-after
  Scenario: its step and its After fail
    When fails
  @skipping-before
  Scenario: its Before skips it
    When passes
  @after-step
  Scenario: its AfterStep fails
    When passes
    Then passes
  Scenario: binary attachments
    When attaches bytes
  Scenario: many attachments
    When attaches 200 texts
  Scenario: logs and links
    When logs and links
`,
};
