import { FRAMEWORKS, type SuiteFramework } from '@testpoint/frameworks/commands';
import { expect, test } from 'vitest';
import { testCommands } from './test-commands.js';

function commandsOf(frameworks: string[], scripts: Record<string, string>, manager: 'npm' | 'pnpm' | 'yarn' = 'npm') {
  const used = FRAMEWORKS.filter(({ name }) => frameworks.includes(name)) as SuiteFramework[];
  const rows = testCommands(used, scripts, manager);
  return rows.map(({ name, whole, shard }) => [name, whole, shard(1, 2) ?? '']);
}

test.each<[string, string[], Record<string, string>, string[][]]>([
  ['without a script', ['jest'], {}, [['jest', 'npx jest', 'npx jest --shard=1/2 --passWithNoTests']]],
  ['a placeholder', ['mocha'], { test: 'echo "Error: no test specified" && exit 1' }, [['mocha', 'npx mocha', '']]],
  [
    'create-vue: two frameworks, two scripts',
    ['vitest', 'playwright'],
    { dev: 'vite', 'test:unit': 'vitest', 'test:e2e': 'playwright test' },
    [
      ['test:e2e', 'npm run test:e2e', 'npm run test:e2e -- --shard=1/2'],
      ['test:unit', 'npm run test:unit -- --run', 'npm run test:unit -- --run --shard=1/2 --passWithNoTests'],
    ],
  ],
  [
    'variants of one suite are one row',
    ['vitest'],
    { test: 'vitest run', 'test:watch': 'vitest', 'test:ui': 'vitest --ui', coverage: 'vitest run --coverage' },
    [['test', 'npm test', 'npm test -- --shard=1/2 --passWithNoTests']],
  ],
  [
    'the script for CI is preferred',
    ['jest'],
    { test: 'jest --watch', 'test:ci': 'jest --ci --coverage --maxWorkers=2' },
    [['test:ci', 'npm run test:ci', 'npm run test:ci -- --shard=1/2 --passWithNoTests']],
  ],
  [
    'two configurations',
    ['vitest'],
    { unit: 'vitest run', integration: 'vitest run -c vitest.integration.config.ts' },
    [
      ['unit', 'npm run unit', 'npm run unit -- --shard=1/2 --passWithNoTests'],
      ['integration', 'npm run integration', 'npm run integration -- --shard=1/2 --passWithNoTests'],
    ],
  ],
  [
    'parts of a suite that runs as a whole are no rows',
    ['mocha'],
    { test: 'nyc mocha --timeout 10000', 'test:unit': 'mocha test/unit' },
    [['test', 'npm test', '']],
  ],
  [
    'two parts of a suite',
    ['mocha'],
    { 'test:unit': 'mocha --exit test/unit', 'test:api': 'mocha --exit -r ts-node/register test/api' },
    [
      ['test:unit', 'npm run test:unit', ''],
      ['test:api', 'npm run test:api', ''],
    ],
  ],
  [
    'two browsers by the environment',
    ['mocha'],
    { 'test:chrome': 'BROWSER=chrome CI=1 mocha', 'test:firefox': 'cross-env BROWSER=firefox mocha' },
    [
      ['test:chrome', 'npm run test:chrome', ''],
      ['test:firefox', 'npm run test:firefox', ''],
    ],
  ],
  [
    'a preparation in the script',
    ['playwright'],
    { test: 'bddgen && playwright test', 'test:headed': 'bddgen && playwright test --headed' },
    [['test', 'npm test', 'npm test -- --shard=1/2']],
  ],
  [
    'a script that ends with another command takes no shard',
    ['jest'],
    { test: 'jest && eslint .' },
    [['test', 'npm test', '']],
  ],
  [
    'a script inside quotes takes no shard',
    ['playwright'],
    { test: 'start-server-and-test serve http://localhost:3000 "playwright test"' },
    [['test', 'npm test', '']],
  ],
  [
    'node:test, which takes options only before files',
    ['node-test'],
    { test: 'node --import tsx --test', 'test:one': 'c8 node --test test/one.js' },
    [['test', 'npm test', 'npm test -- --test-shard=1/2']],
  ],
  ['node:test with files', ['node-test'], { test: 'node --test "test/*.js"' }, [['test', 'npm test', '']]],
  ['Cucumber', ['cucumber'], { test: 'cucumber-js --parallel 2' }, [['test', 'npm test', 'npm test -- --shard=1/2']]],
  ['a script with a shard', ['jest'], { test: 'jest --shard=1/4' }, [['test', 'npm test', '']]],
  [
    'a script that builds before it calls another',
    ['mocha', 'playwright'],
    { build: 'tsc', test: 'npm run build && npm run unit && npm run e2e', unit: 'mocha', e2e: 'playwright test' },
    [['test', 'npm test', '']],
  ],
  [
    'a script that only calls others',
    ['mocha', 'jest'],
    { test: 'npm run unit && npm run dom', unit: 'mocha', dom: 'jest' },
    [
      ['dom', 'npm run dom', 'npm run dom -- --shard=1/2 --passWithNoTests'],
      ['unit', 'npm run unit', ''],
    ],
  ],
  ['another program', ['vitest'], { test: 'ng test' }, [['test', 'npm test -- --watch=false', '']]],
  [
    'no tests',
    ['playwright'],
    { postinstall: 'playwright install' },
    [['playwright', 'npx playwright test', 'npx playwright test --shard=1/2']],
  ],
])('%s', (_, frameworks, scripts, rows) => {
  expect(commandsOf(frameworks, scripts)).toEqual(rows);
});

test('other package managers need no dashes before arguments', () => {
  const scripts = { 'test:unit': 'vitest run', test: 'jest' };
  expect(commandsOf(['vitest'], scripts, 'pnpm')).toEqual([
    ['test:unit', 'pnpm run test:unit', 'pnpm run test:unit --shard=1/2 --passWithNoTests'],
  ]);
  expect(commandsOf(['jest'], scripts, 'yarn')).toEqual([
    ['test', 'yarn test', 'yarn test --shard=1/2 --passWithNoTests'],
  ]);
});
