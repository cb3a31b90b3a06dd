import { existsSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { asList, type EvaluatedConfig, type EvaluatedProject } from '../../../frameworks/src/commands/commands.js';

/** Playwright's own loader, which also compiles TypeScript, reads a file that imports the project's configuration. */
export function evaluate(project: EvaluatedProject): EvaluatedConfig {
  const { root, file, dependency, require, oursIn, foreignIn } = project;
  const names = ['ts', 'js', 'mts', 'mjs', 'cts', 'cjs'].map((extension) => `playwright.config.${extension}`);
  const config = file ?? names.find((name) => existsSync(join(root, name)));
  if (config === undefined) return { ours: [], setupKeys: [], problems: [] };
  const temporary = realpathSync(mkdtempSync(join(tmpdir(), 'testpoint-doctor-')));
  try {
    const path = resolve(root, config);
    const isModule = /\.m[jt]s$/.test(path) || (!/\.c[jt]s$/.test(path) && project.isModule(dirname(path)));
    const wrapper = join(temporary, `playwright.config.${isModule ? 'mjs' : 'cjs'}`);
    const output = join(temporary, 'reporter.json');
    const imports = isModule
      ? `import { writeFileSync } from 'node:fs';\nimport * as loaded from ${JSON.stringify(pathToFileURL(path).href)};`
      : `const { writeFileSync } = require('node:fs');\nconst loaded = require(${JSON.stringify(path)});`;
    writeFileSync(wrapper, `${imports}\n${keepReporter(output)}`);
    const command = join(dirname(require.resolve(`${dependency}/package.json`)), 'cli.js');
    project.run([command, 'test', '--list', '--config', wrapper]);
    const reporters = asList(JSON.parse(readFileSync(output, 'utf8')));
    return { ours: oursIn(reporters), setupKeys: [], problems: foreignIn(reporters) };
  } finally {
    rmSync(temporary, { recursive: true, force: true });
  }
}

/** Ends Playwright before it does anything with the configuration. */
function keepReporter(output: string): string {
  return `const config = loaded.default?.default ?? loaded.default ?? loaded;
writeFileSync(${JSON.stringify(output)}, JSON.stringify(config.reporter ?? null));
process.exit(0);
`;
}
