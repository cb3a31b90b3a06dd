import { expect, it } from 'vitest';
import { rerunCommand, rerunCommands } from './rerun.js';

const titles = ['outer', 'adds 1+1 (fast)'];

it('selects the test in each framework', () => {
  const target = { file: 'test/a.test.ts', titles, line: 7, project: 'web' };
  const of = (framework: string) => rerunCommand({ framework, ...target }, 'posix');
  expect(of('playwright')).toBe('npx playwright test test/a.test.ts:7 --project web');
  expect(of('jest')).toBe(
    "npx jest --selectProjects web --runTestsByPath test/a.test.ts --testNamePattern '^outer adds 1\\+1 \\(fast\\)$'",
  );
  expect(of('vitest')).toBe(
    "npx vitest run test/a.test.ts --project web --testNamePattern '^outer adds 1\\+1 \\(fast\\)$'",
  );
  expect(of('mocha')).toBe("npx mocha test/a.test.ts --grep '^outer adds 1\\+1 \\(fast\\)$'");
  expect(of('another')).toBeUndefined();
});

it('a pattern contains no quotes that PowerShell drops and no hidden characters', () => {
  const command = rerunCommand(
    { framework: 'mocha', file: '-x.js', titles: ['say "hi"\u202e\u001b[31m'] },
    'powershell',
  );
  expect(command).toBe("npx mocha ./-x.js --grep '^say .hi...\\[31m$'");
});

it('a Playwright test without a line is selected by its title, and its file by a pattern', () => {
  const command = rerunCommand({ framework: 'playwright', file: 'a/[id].spec.ts', titles }, 'posix');
  expect(command).toBe("npx playwright test 'a/\\[id\\]\\.spec\\.ts' --grep 'outer adds 1\\+1 \\(fast\\)$'");
});

it.each([
  ['3.2.4', '^outer inner adds$'],
  ['4.1.12', '^outer inner adds$'],
  ['5.0.1', '^outer > inner adds$'],
])('Vitest %s joins titles as it does in its own names', (frameworkVersion, pattern) => {
  const target = { framework: 'vitest', frameworkVersion, file: 'a.test.ts', titles: ['outer', 'inner adds'] };
  expect(rerunCommand(target, 'posix')).toBe(`npx vitest run a.test.ts --testNamePattern '${pattern}'`);
});

it('several tests need one command for each framework and project', () => {
  const test = (framework: string, file: string, title: string, more: object = {}) => ({
    ...{ framework, file, titles: [title], ...more },
  });
  const targets = [
    test('jest', 'a.test.js', 'one'),
    test('playwright', 'a.spec.ts', 'one', { line: 3, project: 'web' }),
    test('jest', 'b.test.js', 'two'),
    test('playwright', 'b.spec.ts', 'two', { line: 9, project: 'web' }),
    test('playwright', 'b.spec.ts', 'two', { line: 9, project: 'phone' }),
    test('mocha', '', 'without a file'),
  ];
  expect(rerunCommands(targets, 'posix')).toEqual([
    "npx jest --runTestsByPath a.test.js b.test.js --testNamePattern '^(?:one|two)$'",
    'npx playwright test a.spec.ts:3 b.spec.ts:9 --project web',
    'npx playwright test b.spec.ts:9 --project phone',
  ]);
});

it('so many tests that their names are too long run with their whole files', () => {
  const targets = Array.from({ length: 500 }, (_, index) => ({
    ...{ framework: 'mocha', file: 'a.test.js', titles: [`a rather long title ${index}`] },
  }));
  expect(rerunCommands(targets, 'posix')).toEqual(['npx mocha a.test.js']);
});
