// `npm run test:changed`: the tests that a change may break. Compares with the commit at which this branch left main, and counts
// what is not committed.
//
//   npm run test:changed [-- COMMIT] [--all]
//
// - Unit tests: those whose modules have changed.
// - Tests that start processes: those of each package with a changed file. If it is one of its sources, also the trees of each reporter
//   that depends on it, or, with --all, every such test of every package that depends on it.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { outputOf } from './processes.mjs';
import { root } from './projects.mjs';
import { run } from './steps.mjs';
import { folders, withDependents } from './workspace.mjs';

const options = process.argv.slice(2);
const all = options.includes('--all');
const base = options.find((option) => !option.startsWith('--')) ?? (await git('merge-base', 'main', 'HEAD'))[0];
const changed = [
  ...(await git('diff', '--name-only', base)),
  ...(await git('ls-files', '--others', '--exclude-standard')),
];

const within = (pattern) =>
  folders.filter((folder) => changed.some((file) => file.startsWith(`${folder}/`) && pattern.test(file)));
const touched = within(/\.(?:[cm]?[jt]sx?|json)$/);
const dependents = withDependents(within(/\/(?:src|lab)\/.*(?<!\.test)\.tsx?$/)).filter(
  (folder) => !touched.includes(folder),
);
const files = [
  ...touched.map((folder) => `${folder}/test/`),
  ...dependents.map((folder) => `${folder}/test/${all ? '' : 'trees.test.ts'}`),
  ...(changed.some((file) => file.startsWith('scripts/')) ? ['scripts/'] : []),
].filter((path) => existsSync(join(root, path)));

const steps = [
  ['unit tests', `vitest run --project unit --changed ${base} --passWithNoTests`],
  ...(files.length > 0
    ? [['tests in processes', `vitest run --project processes --passWithNoTests ${files.join(' ')}`]]
    : []),
];
for (const step of steps) {
  console.log(`\n== ${step[0]}: ${step[1]}`);
  const { ok } = await run(step);
  if (!ok) process.exit(1);
}

async function git(...args) {
  return (await outputOf('git', args, { cwd: root })).split('\n').filter((line) => line !== '');
}
