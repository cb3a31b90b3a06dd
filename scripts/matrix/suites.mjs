// The same small suite for each framework: its files, and the results that the service must have afterwards.
import { frameworks } from '../../packages/frameworks/dist/index.js';
import { labs } from '../../packages/frameworks/dist/labs.js';

/** The outcome of every test by title, the same in every suite. */
export const expected = {
  'passes with steps': 'Passed',
  fails: 'Failed',
  'is skipped': 'Skipped',
  'passes on the second attempt': 'Passed',
};

/**
 * For each column, its package and reporter, further packages, and the files and the command of the suite. The first file is
 * the configuration, to which `testpoint init` adds the reporter.
 */
export const suites = Object.fromEntries(
  Object.entries(labs).flatMap(([reporter, { bin, run, matrix }]) =>
    matrix.map(({ name, config: [file, text], ...own }) => {
      const { dependency } = frameworks[reporter];
      const files = { [file]: text, [`suite.spec.${own.isModule ? 'mjs' : 'js'}`]: suite(reporter, own) };
      return [name, { ...own, reporter, package: dependency, files, command: [`${dependency}/${bin}`, ...run] }];
    }),
  ),
);

function suite(framework, { head, group = 'describe', before = 'beforeEach', isFirst = 'attempts++ === 0', isModule }) {
  const api = `@testpoint/${framework}/api`;
  const step = (title, body) => `await step('${title}', async () => { ${body} });`;
  return `${head}
${isModule ? `import { parameter, step } from '${api}';` : `const { parameter, step } = require('${api}');`}
let attempts = 0;
${before}(async () => { ${step('prepare', '')} });
test('passes with steps', async () => {
  parameter('size', { wide: true });
  ${step('outer', step('inner', ''))}
});
${group}('in a group', () => {
  test('fails', async () => { throw new Error('as it should'); });
});
test.skip('is skipped', async () => {});
test('passes on the second attempt', async () => { if (${isFirst}) throw new Error('not yet'); });
`;
}
