import { expect, test } from 'vitest';
import type { TestModule } from 'vitest/node';
import { silentProblems } from './problems.js';

const where = { idRoot: '/suite', why: 'The run was stopped after a failure (bail).' };

function unrun(count: number): TestModule[] {
  const names = Array.from({ length: count }, (_, index) => `/suite/${String.fromCharCode(0x7a - index)}.test.ts`);
  return names.map((moduleId) => ({ type: 'module', moduleId, children: { size: 0 }, state: () => 'queued' }) as never);
}

test.each([
  [1, '1 test file was', 'z.test.ts'],
  [2, '2 test files were', 'y.test.ts\nz.test.ts'],
  [8, '8 test files were', 's.test.ts\nt.test.ts\nu.test.ts\nv.test.ts\nw.test.ts\nx.test.ts\ny.test.ts\nz.test.ts'],
  [9, '9 test files were', 'r.test.ts\ns.test.ts\nt.test.ts\nu.test.ts\nv.test.ts\nw.test.ts\nx.test.ts\nand 2 more'],
])('%i files that were not run are counted and named', (count, title, detail) => {
  expect(silentProblems(unrun(count), [], false, where)).toEqual([{ title: `${title} not run. ${where.why}`, detail }]);
});

test('files that were run are no problem', () => {
  const ended = { ...unrun(1)[0], state: () => 'passed' } as never;
  expect(silentProblems([ended], [], false, where)).toEqual([]);
});
