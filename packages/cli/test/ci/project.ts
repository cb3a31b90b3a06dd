import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { BIN } from '../harness.js';
import type { Repository } from './machine.js';

const EXAMPLES = fileURLToPath(new URL('../../../../examples/', import.meta.url));

const PACKAGES = [
  ...['@playwright/test', 'jest', 'vitest', 'mocha', 'testpoint'],
  ...['playwright', 'jest', 'vitest', 'mocha'].map((name) => `@testpoint/${name}`),
];

/** The configuration of a project with a suite for each framework. Each suite has two files with two tests each. */
const FILES: Record<string, string> = {
  'package.json': JSON.stringify({
    private: true,
    devDependencies: Object.fromEntries(PACKAGES.map((name) => [name, '*'])),
  }),
  '.gitignore': 'node_modules\n.testpoint\n',
  'playwright.config.mjs':
    "export default { testMatch: '*.playwright.test.mjs', reporter: [['dot'], ['@testpoint/playwright']] };",
  'jest.config.cjs':
    "module.exports = { testMatch: ['**/*.jest.test.js'], transform: {}, reporters: ['default', '@testpoint/jest'] };",
  'vitest.config.mjs':
    "export default { test: { include: ['*.vitest.test.mjs'], reporters: ['default', '@testpoint/vitest'] } };",
  '.mocharc.cjs': "module.exports = { reporter: '@testpoint/mocha' };",
};

const SUITES = {
  'playwright.test.mjs': "import { test } from '@playwright/test';\n",
  'jest.test.js': '',
  'vitest.test.mjs': "import { test } from 'vitest';\n",
  'mocha.test.js': 'const test = it;\n',
};

/** External ids of all tests. */
export const EXTERNAL_IDS = ['a', 'b'].flatMap((name) =>
  Object.keys(SUITES).flatMap((kind) => ['one', 'two'].map((title) => `${name}.${kind} > ${title}`)),
);

/** A project with a suite for each framework. @param testPoints content of test-points.json */
export function suitesOfAll(testPoints: object[]): Record<string, string> {
  const text = (head: string) => `${head}test('one', () => {});\ntest('two', () => {});\n`;
  const tests = Object.entries(SUITES).flatMap(([kind, head]) =>
    ['a', 'b'].map((name) => [`${name}.${kind}`, text(head)]),
  );
  return { ...FILES, ...Object.fromEntries(tests), 'test-points.json': JSON.stringify(testPoints) };
}

export class Project implements Repository {
  readonly #root = mkdtempSync(join(tmpdir(), 'testpoint-project-'));
  readonly repository = join(this.#root, 'repository');
  #checkouts = 0;

  constructor(files: Readonly<Record<string, string>>) {
    for (const [name, text] of Object.entries(files)) {
      const path = join(this.repository, name);
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, text);
    }
    const git = (...args: string[]) => spawnSync('git', args, { cwd: this.repository, stdio: 'inherit' });
    git('init', '--quiet');
    git('add', '.');
    link(join(this.repository, 'node_modules'));
  }

  /** A PATH whose npx starts at once what is installed. The real one takes longer than most commands. */
  get path(): string {
    const folder = join(this.#root, 'bin');
    mkdirSync(folder, { recursive: true });
    const script = '#!/bin/sh\nexport PATH="$PWD/node_modules/.bin:$PATH"\nexec "$@"\n';
    writeFileSync(join(folder, 'npx'), script, { mode: 0o755 });
    return [folder, process.env.PATH].join(delimiter);
  }

  /** The project on another machine, with its packages installed. */
  checkout(): string {
    const folder = join(this.#root, `machine-${++this.#checkouts}`);
    cpSync(this.repository, folder, { recursive: true, verbatimSymlinks: true });
    return folder;
  }

  remove(): void {
    rmSync(this.#root, { recursive: true, force: true });
  }
}

/** Everything that `npm ci` would install: the examples' dependencies, and the command line. */
function link(modules: string): void {
  for (const framework of ['playwright', 'jest', 'vitest', 'mocha', 'cucumber', 'node-test']) {
    const installed = join(EXAMPLES, framework, 'node_modules');
    for (const name of namesIn(installed)) {
      const target = join(modules, name);
      mkdirSync(dirname(target), { recursive: true });
      symlinkSync(join(installed, name), target);
    }
  }
  symlinkSync(BIN, join(modules, '.bin', 'testpoint'));
}

/** Packages and commands. */
function namesIn(installed: string): string[] {
  return readdirSync(installed).flatMap((name) =>
    /^[@.]/.test(name) ? readdirSync(join(installed, name)).map((inner) => join(name, inner)) : [name],
  );
}
