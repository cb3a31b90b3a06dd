import type { MatrixSuite } from '@testpoint/frameworks/lab';

const FEATURE = `Feature:

  Scenario: passes with steps
    * passes with steps

  Scenario: is skipped
    * is skipped

  Scenario: passes on the second attempt
    * passes on the second attempt

  Rule: in a group

    Scenario: fails
      * fails
`;

/** Each test is a step, and the scenario of that name. */
export const matrix: readonly MatrixSuite[] = [
  {
    name: 'cucumber',
    versions: ['11', '12', '13'],
    needs: { 13: 22 },
    config: [
      'cucumber.js',
      `const { mkdirSync, writeFileSync } = require('node:fs');
mkdirSync('features', { recursive: true });
writeFileSync('features/suite.feature', \`${FEATURE}\`);
module.exports = { default: { require: ['suite.spec.js'], retry: 1, format: ['summary'] } };
`,
    ],
    head: `const { Before, When } = require('@cucumber/cucumber');
const beforeEach = (body) => Before(body);
const describe = (_title, body) => body();
const test = (title, body) => When(title, body);
test.skip = (title) => When(title, () => 'skipped');`,
  },
];
