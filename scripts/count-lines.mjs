// Counts lines of code by package: neither blank nor comment, in files that are not tests, samples or examples.
//
//   node scripts/count-lines.mjs [COMMIT]
import { execFileSync } from 'node:child_process';

const commit = process.argv[2] ?? 'HEAD';
const SOURCE = /\.(ts|tsx|js|jsx|mjs|cjs|css|html|sql)$/;
const NOT_COUNTED = /\.(test|spec|d)\.[cm]?tsx?$|(^|\/)(test|fixtures|samples|examples|stand-in)\//;

const files = git('ls-tree', '-r', '--name-only', commit).split('\n');
const counts = {};
for (const file of files) {
  if (!SOURCE.test(file) || NOT_COUNTED.test(file)) continue;
  const [top, name] = file.split('/');
  const place = top === 'packages' ? name : file.includes('/') ? top : 'root';
  counts[place] ??= { files: 0, lines: 0, over140: 0 };
  const lines = codeLines(git('show', `${commit}:${file}`));
  counts[place].files++;
  counts[place].lines += lines.length;
  counts[place].over140 += lines.filter((line) => line.length > 140).length;
}
const GROUPS = {
  all: Object.keys(counts),
  'core and the adapters': ['core', 'playwright', 'jest', 'vitest', 'mocha'],
  'conformance, chaos, bench, scripts': ['conformance', 'chaos', 'bench', 'scripts'],
};
for (const [group, places] of Object.entries(GROUPS)) counts[group] = sum(places);
console.log(git('log', '-1', '--format=%h %s', commit).trim());
console.table(counts);

function sum(places) {
  const total = { files: 0, lines: 0, over140: 0 };
  for (const place of places) for (const key of Object.keys(total)) total[key] += counts[place]?.[key] ?? 0;
  return total;
}

/** The lines of a text that are neither blank nor part of a comment that begins a line. */
function codeLines(text) {
  let inComment = false;
  return text.split(/\r?\n/).filter((line) => {
    const code = line.trim();
    if (inComment) {
      inComment = !code.includes('*/');
      return false;
    }
    if (code.startsWith('/*')) {
      inComment = !code.includes('*/');
      return false;
    }
    return code !== '' && !code.startsWith('//') && !code.startsWith('--');
  });
}

function git(...args) {
  return execFileSync('git', args, { encoding: 'utf8', maxBuffer: 64 * 2 ** 20 });
}
