import { expect, it } from 'vitest';
import { rerunCommand } from './rerun.js';

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
