// Lists the source files that name a framework, outside of the frameworks' packages and the registry. They should know
// frameworks only through `packages/frameworks`. Comments don't count; nor do tests, fixtures, examples, and the
// repository's configuration.
//
//   node scripts/framework-names.mjs [--at-most NUMBER] [COMMIT]
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import ts from 'typescript';
import { frameworkPackages } from './projects.mjs';

const { values, positionals } = parseArgs({ options: { 'at-most': { type: 'string' } }, allowPositionals: true });
// Without a commit, the files as they are now.
const commit = positionals[0];

const names = frameworkPackages();
const NAMED = new RegExp(names.join('|'), 'i');
const ASIDE = new RegExp(
  [
    `^packages/(?:${names.join('|')}|frameworks)/`,
    String.raw`^examples/|(?:^|/)(?:test|fixtures)/|\.(?:test|spec|starters)\.tsx?$|\.d\.m?ts$|\.config\.ts$`,
    // The repository's configuration: of the build and the import rules, and which tests `npm run` runs with what.
    '^scripts/(?:build-plugins.ts|import-rules.mjs|steps.mjs|check.mjs|test.mjs|test-changed.mjs|fuzz.mjs|fleet.mjs)$',
  ].join('|'),
);

const files = git('grep', '-liE', names.join('|'), ...(commit === undefined ? [] : [commit]))
  .split('\n')
  .map((line) => line.slice(line.indexOf(':') + 1))
  .filter((file) => /\.(?:ts|tsx|mts|mjs)$/.test(file) && !ASIDE.test(file))
  .filter((file) => NAMED.test(withoutComments(file, textOf(file))));
console.log(files.join('\n'));
console.log(`${files.length} source files name a framework outside of its package.`);
if (files.length > Number(values['at-most'] ?? files.length)) process.exitCode = 1;

function textOf(file) {
  return commit === undefined ? readFileSync(file, 'utf8') : git('show', `${commit}:${file}`);
}

function withoutComments(file, text) {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const tokens = [];
  const visit = (node) => {
    const children = node.getChildren(source).filter(({ kind }) => kind !== ts.SyntaxKind.JSDoc);
    if (children.length === 0) tokens.push(node.getText(source));
    else children.forEach(visit);
  };
  visit(source);
  return tokens.join(' ');
}

function git(...args) {
  return execFileSync('git', args, { encoding: 'utf8', maxBuffer: 64 * 2 ** 20 });
}
