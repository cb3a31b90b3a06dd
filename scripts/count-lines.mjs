// Counts lines of code by package, neither blank nor comment: `lines` of the code, and `tests`, which are test files and all
// that the `test` folder of a package holds. A folder `lab` of a package counts as a laboratory, a folder `src/commands` of a
// framework's package with the command line, and the examples not at all.
//
//   node scripts/count-lines.mjs [COMMIT]
import { execFileSync } from 'node:child_process';

const commit = process.argv[2] ?? 'HEAD';
const SOURCE = /\.(ts|tsx|js|jsx|mjs|cjs|css|html|sql)$/;
const NOT_COUNTED = /\.d\.[cm]?ts$|^examples\//;
const TEST = /\.(test|spec)\.[cm]?tsx?$|^packages\/[^/]+\/test\//;

const counts = {};
const all = git('ls-tree', '-r', '--name-only', commit).split('\n');
for (const file of all) {
  if (!SOURCE.test(file) || NOT_COUNTED.test(file)) continue;
  const place = placeOf(file);
  counts[place] ??= { files: 0, lines: 0, over140: 0, tests: 0 };
  const lines = codeLines(git('show', `${commit}:${file}`));
  if (TEST.test(file)) {
    counts[place].tests += lines.length;
    continue;
  }
  counts[place].files++;
  counts[place].lines += lines.length;
  counts[place].over140 += lines.filter((line) => line.length > 140).length;
}
// A package with a reporter, also in commits that have no descriptions.
const adapters = all.flatMap((file) => /^packages\/(\w+)\/src\/reporter\/reporter\.ts$/.exec(file)?.[1] ?? []);
const GROUPS = {
  all: Object.keys(counts),
  'core and the adapters': ['core', ...adapters],
  'conformance, chaos, bench, scripts, lab': ['conformance', 'chaos', 'bench', 'scripts', 'lab'],
  'cli, report, viewer, reference server': ['cli', 'commands', 'frameworks', 'report', 'viewer', 'reference-server'],
};
for (const [group, places] of Object.entries(GROUPS)) counts[group] = sum(places);
console.log(git('log', '-1', '--format=%h %s', commit).trim());
console.table(counts);

function placeOf(file) {
  const [top, name, folder, inner] = file.split('/');
  if (top !== 'packages') return file.includes('/') ? top : 'root';
  if (folder === 'lab') return 'lab';
  return inner === 'commands' ? inner : name;
}

function sum(places) {
  const total = { files: 0, lines: 0, over140: 0, tests: 0 };
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
