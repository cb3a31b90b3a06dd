import { execFileSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { BenchLab } from '@testpoint/frameworks/lab';
import { labFile } from '../../frameworks/src/lab-file.js';

/** Formatters that print nothing get files, so that only the first one prints. */
const fileOf = (index: number) => (index === 0 ? [] : [`formatter-${index}.log`]);

export const bench: BenchLab = {
  extension: 'js',
  testsToFailure: 50,
  imports: [['assert', 'node:assert/strict']],
  describe: 'describe',
  test: (title, lines, isAsync) =>
    `  test('${title}', ${isAsync ? 'async ' : ''}function () {\n    ${lines.join('\n    ')}\n  });`,
  expectation: (actual, expected) => `assert.equal(${actual}, ${expected});`,
  context: 'this',
  attach: "(name, content, world) => world.attach(content, { mediaType: 'text/plain', fileName: name })",
  configuration: ({ folder, reporters, config }) => {
    writeFeatures(folder);
    return {
      file: 'cucumber.json',
      configuration: {
        default: {
          require: [labFile('cucumber', 'support.cjs')],
          paths: [join(folder, 'files/*.feature')],
          format: reporters.map(([module, options], index) => [
            module,
            ...('file' in options ? [String(options.file)] : fileOf(index)),
          ]),
          formatOptions: Object.assign({}, ...reporters.map(([, options]) => options)),
          ...config,
        },
      },
    };
  },
  peers: {
    allure: (resultsDir) => ({ reporter: ['allure-cucumberjs/reporter', { resultsDir }] }),
    junit: (file) => ({ reporter: ['junit', { file }] }),
  },
};

/** From the suite's test files, which are loaded in another process. */
function writeFeatures(folder: string): void {
  const files = readdirSync(join(folder, 'files'))
    .filter((name) => name.endsWith('.test.js'))
    .map((name) => join(folder, 'files', name));
  const script = 'require(process.argv[1]).configuration(process.argv.slice(2))';
  execFileSync(process.execPath, ['-e', script, labFile('cucumber', 'features.cjs'), ...files], { cwd: folder });
}
