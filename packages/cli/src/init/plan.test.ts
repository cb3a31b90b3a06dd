import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { readManifest } from './manifest.js';
import { detectPackageManager } from './package-manager.js';
import { type ProjectPlan, planProject } from './plan.js';
import { packagesWithSuites } from './suites.js';
import { writeChange } from './write.js';

type Name = keyof typeof DEPENDENCY;
const DEPENDENCY = { playwright: '@playwright/test', jest: 'jest', vitest: 'vitest', mocha: 'mocha' };

/** Keeps Vitest's default in GitHub Actions. */
const VITEST = "reporters: ['default', ...(process.env.GITHUB_ACTIONS ? ['github-actions'] : []), '@testpoint/vitest']";

/** A list with the reporters of an object, which may be a single name. */
const extending = (object: string, type = '') =>
  `reporter: [...[${object}.reporter ?? (process.env.CI ? 'dot' : 'list')].flat().map((one) => [one].flat()${type}), ['@testpoint/playwright']]`;

/** Vitest's settings in an object, with its reporters. */
const extendingTest = (object: string) =>
  `test: { ...${object}.test, reporters: [...[${object}.test?.reporters ?? ['default', ...(process.env.GITHUB_ACTIONS ? ['github-actions'] : [])]].flat(), '@testpoint/vitest'] }`;

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'testpoint-plan-'));
  place('node_modules/@types/node/package.json', '{ "version": "20.0.0" }');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function plan(): ProjectPlan {
  return planProject(folder, readManifest(folder) ?? expect.fail('no package.json'));
}

/** Sets up a project with a file. Expects the file to be understood, and a second plan to find nothing to do. */
function edited(framework: Name, file: string, before: string): string {
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ devDependencies: { [DEPENDENCY[framework]]: '*' } }));
  writeFileSync(join(folder, file), before);
  const { changes, byHand } = plan();
  expect(changes.map((change) => change.file)).toEqual([file]);
  expect(byHand).toEqual([]);
  for (const change of changes) writeChange(folder, change);
  expect(plan()).toMatchObject({ changes: [], byHand: [] });
  return readFileSync(join(folder, file), 'utf8');
}

describe('a configuration gets our lines, and keeps everything else as it is', () => {
  test('Playwright: a list over several lines gets another line, with options, commas and tabs', () => {
    const before = `module.exports = {
\treporter: [
\t\t['list'],
\t\t["html", { open: 'never' }] // for people
\t],
};
`;
    expect(edited('playwright', 'playwright.config.js', before)).toBe(`module.exports = {
\treporter: [
\t\t['list'],
\t\t["html", { open: 'never' }], // for people
\t\t['@testpoint/playwright']
\t],
};
`);
  });

  test('Jest: both lines, before the comments after the last member', () => {
    const before = `/** @type {import('jest').Config} */
const config = {
  // Automatically clear mock calls
  clearMocks: true,
  transform: {
    "^.+\\\\.tsx?$": ["ts-jest", {}],
  },

  // reporters: undefined,

  // A list of paths to modules
  // setupFilesAfterEnv: [],
};

module.exports = config;
`;
    expect(edited('jest', 'jest.config.js', before)).toBe(
      before.replace(
        '  },\n\n  // reporters',
        '  },\n  reporters: ["default", "@testpoint/jest"],\n  setupFilesAfterEnv: ["@testpoint/jest/setup"],\n\n  // reporters',
      ),
    );
  });

  test('Jest: existing lists get new entries, in each project', () => {
    const before = `import type { Config } from 'jest';

const reporters = ['default', ['jest-junit', {}]];
const config: Config = {
  reporters,
  projects: [
    { displayName: 'web', setupFilesAfterEnv: ['./web.ts'] },
    { displayName: 'node' },
  ],
};
export default config satisfies Config;
`;
    expect(edited('jest', 'jest.config.ts', before)).toBe(`import type { Config } from 'jest';

const reporters = ['default', ['jest-junit', {}], '@testpoint/jest'];
const config: Config = {
  reporters,
  projects: [
    { displayName: 'web', setupFilesAfterEnv: ['./web.ts', '@testpoint/jest/setup'] },
    { displayName: 'node', setupFilesAfterEnv: ['@testpoint/jest/setup'] },
  ],
};
export default config satisfies Config;
`);
  });

  test('Jest: a configuration in JSON, and a wrapped one', () => {
    expect(edited('jest', 'jest.config.json', '{\n    "verbose": true\n}\n')).toBe(`{
    "verbose": true,
    "reporters": [
        "default",
        "@testpoint/jest"
    ],
    "setupFilesAfterEnv": [
        "@testpoint/jest/setup"
    ]
}
`);
    rmSync(join(folder, 'jest.config.json'));
    const wrapped = `const nextJest = require('next/jest');
const createJestConfig = nextJest({ dir: './' });
const custom = {};
module.exports = createJestConfig(custom);
`;
    expect(edited('jest', 'jest.config.js', wrapped)).toContain(`const custom = {
  reporters: ['default', '@testpoint/jest'],
  setupFilesAfterEnv: ['@testpoint/jest/setup'],
};
`);
  });

  test('Vitest: the configuration of Vite, with and without a test section', () => {
    const withTest = `import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  plugins: [react()],
  test: { globals: true, environment: 'jsdom' },
})
`;
    expect(edited('vitest', 'vite.config.ts', withTest)).toBe(withTest.replace("'jsdom' }", `'jsdom', ${VITEST} }`));
    const without = `import { defineConfig } from 'vite'

export default defineConfig({
  plugins: [],
})
`;
    expect(edited('vitest', 'vite.config.ts', without)).toBe(
      `/// <reference types="vitest/config" />\n${without.replace('[],\n', `[],\n  test: { ${VITEST} },\n`)}`,
    );
  });

  test('Vitest: a configuration merged with that of Vite', () => {
    const before = `import { defineConfig, mergeConfig } from 'vitest/config';
import viteConfig from './vite.config';
export default mergeConfig(viteConfig, defineConfig({ test: { reporters: 'dot' } }));
`;
    expect(edited('vitest', 'vitest.config.mts', before)).toBe(before.replace("'dot'", "['dot', '@testpoint/vitest']"));
  });

  test.each<[string, string, string]>([
    [
      '.mocharc.json',
      '{\n  // where\n  "spec": "test/**/*.js"\n}\n',
      '{\n  // where\n  "spec": "test/**/*.js",\n  "reporter": "@testpoint/mocha",\n  "require": [\n    "@testpoint/mocha/setup"\n  ]\n}\n',
    ],
    [
      '.mocharc.jsonc',
      '{ "require": ["tsx"], /* soon */ }',
      '{ "require": ["tsx", "@testpoint/mocha/setup"], "reporter": "@testpoint/mocha", /* soon */ }',
    ],
    [
      '.mocharc.cjs',
      "module.exports = { reporter: 'dot', require: 'ts-node/register' };\n",
      "module.exports = { reporter: '@testpoint/mocha', require: ['ts-node/register', '@testpoint/mocha/setup'], 'reporter-option': ['console=dot'] };\n",
    ],
    [
      '.mocharc.mjs',
      'export default {\n  timeout: 500\n};\n',
      `export default {\n  timeout: 500,\n  reporter: '@testpoint/mocha',\n  require: ['@testpoint/mocha/setup']\n};\n`,
    ],
    [
      '.mocharc.yaml',
      '# ours\nrequire:\n  - tsx # types\nspec: test\nreporter: dot\n',
      "# ours\nrequire:\n  - tsx # types\n  - '@testpoint/mocha/setup'\nspec: test\nreporter: '@testpoint/mocha'\nreporter-option: ['console=dot']\n",
    ],
    [
      '.mocharc.yml',
      'spec: test\nrequire:\n  - tsx\n',
      "spec: test\nrequire:\n  - tsx\n  - '@testpoint/mocha/setup'\nreporter: '@testpoint/mocha'\n",
    ],
    [
      '.mocharc.yml',
      'require:\nreporter: ~ # none\nspec: test\n',
      "require: ['@testpoint/mocha/setup']\nreporter: '@testpoint/mocha' # none\nspec: test\n",
    ],
    ['.mocharc.yml', 'require: []\n', "require: ['@testpoint/mocha/setup']\nreporter: '@testpoint/mocha'\n"],
    [
      '.mocharc.yml',
      'require: [tsx]\r\n',
      "require: [tsx, '@testpoint/mocha/setup']\r\nreporter: '@testpoint/mocha'\r\n",
    ],
  ])('Mocha: %s', (file, before, after) => {
    expect(edited('mocha', file, before)).toBe(after);
  });

  test.each<[Name, string, string, string]>([
    [
      'playwright',
      'playwright.config.ts',
      "export default { reporter: process.env.CI ? 'dot' : [['list'], ['html']] };\n",
      "export default { reporter: process.env.CI ? [['dot'], ['@testpoint/playwright']] : [['list'], ['html'], ['@testpoint/playwright']] };\n",
    ],
    [
      'playwright',
      'playwright.config.ts',
      "export default { reporter: process.env.CI ? 'github' : undefined };\n",
      "export default { reporter: process.env.CI ? [['github'], ['@testpoint/playwright']] : [[process.env.CI ? 'dot' : 'list'], ['@testpoint/playwright']] };\n",
    ],
    [
      'vitest',
      'vitest.config.js',
      "export default { test: { reporters: ['dot', ...(process.env.CI ? ['junit'] : [])] } };\n",
      "export default { test: { reporters: ['dot', ...(process.env.CI ? ['junit'] : []), '@testpoint/vitest'] } };\n",
    ],
    [
      'vitest',
      'vite.config.js',
      'export default defineConfig(({ mode }) => ({ test: { globals: true } }));\n',
      `export default defineConfig(({ mode }) => ({ test: { globals: true, ${VITEST} } }));\n`,
    ],
    [
      'vitest',
      'vite.config.js',
      "export default defineConfig(async ({ command }) => {\n  if (command === 'serve') return { test: { reporters: 'dot' } };\n  const config = { test: { reporters: ['tap'] } };\n  return config;\n});\n",
      "export default defineConfig(async ({ command }) => {\n  if (command === 'serve') return { test: { reporters: ['dot', '@testpoint/vitest'] } };\n  const config = { test: { reporters: ['tap', '@testpoint/vitest'] } };\n  return config;\n});\n",
    ],
    [
      'jest',
      'jest.config.js',
      "const base = { verbose: true, reporters: ['default'] };\nmodule.exports = async () => {\n  return { ...base, setupFilesAfterEnv: [] };\n};\n",
      "const base = { verbose: true, reporters: ['default', '@testpoint/jest'] };\nmodule.exports = async () => {\n  return { ...base, setupFilesAfterEnv: [\n    '@testpoint/jest/setup',\n  ] };\n};\n",
    ],
    [
      'jest',
      'jest.config.mjs',
      "const create = nextJest({ dir: './' });\nexport default async () => ({ ...(await create({ verbose: true })()), bail: 1 });\n",
      "const create = nextJest({ dir: './' });\nexport default async () => ({ ...(await create({ verbose: true })()), bail: 1, reporters: ['default', '@testpoint/jest'], setupFilesAfterEnv: ['@testpoint/jest/setup'] });\n",
    ],
    [
      'mocha',
      '.mocharc.cjs',
      "module.exports = { reporter: process.env.CI ? 'dot' : 'min' };\n",
      `module.exports = { reporter: '@testpoint/mocha', 'reporter-option': [\`console=\${process.env.CI ? 'dot' : 'min'}\`], require: ['@testpoint/mocha/setup'] };\n`,
    ],
    [
      'vitest',
      'vitest.config.ts',
      "import base from './base';\nexport default defineConfig({ ...base, test: { globals: true } });\n",
      `import base from './base';\nexport default defineConfig({ ...base, test: { globals: true, ${VITEST} } });\n`,
    ],
    [
      'vitest',
      'vitest.config.js',
      "import base from './base';\nexport default { test: { ...base.test } };\n",
      "import base from './base';\nexport default { test: { ...base.test, reporters: [...[base.test.reporters ?? ['default', ...(process.env.GITHUB_ACTIONS ? ['github-actions'] : [])]].flat(), '@testpoint/vitest'] } };\n",
    ],
    [
      'vitest',
      'vitest.config.js',
      "import base from './base';\nexport default defineConfig({ ...base });\n",
      `import base from './base';\nexport default defineConfig({ ...base, ${extendingTest('base')} });\n`,
    ],
    [
      'vitest',
      'vitest.config.ts',
      "export default defineConfig({ test: { projects: [defineProject({ test: { name: 'unit' } }), 'packages/*'] } });\n",
      `export default defineConfig({ test: { projects: [defineProject({ test: { name: 'unit' } }), 'packages/*'], ${VITEST} } });\n`,
    ],
    // Nuxt's, Cloudflare's and Astro's functions.
    ...['defineVitestConfig', 'defineWorkersProject', 'getViteConfig'].map((name): [Name, string, string, string] => [
      'vitest',
      'vitest.config.ts',
      `export default ${name}({ test: { globals: true } }${name === 'getViteConfig' ? ", { site: 'x' }" : ''});\n`,
      `export default ${name}({ test: { globals: true, ${VITEST} } }${name === 'getViteConfig' ? ", { site: 'x' }" : ''});\n`,
    ]),
    [
      'playwright',
      'playwright.config.mjs',
      "import json from './own.json' assert { type: 'json' };\nexport default { reporter: null };\n",
      "import json from './own.json' assert { type: 'json' };\nexport default { reporter: [[process.env.CI ? 'dot' : 'list'], ['@testpoint/playwright']] };\n",
    ],
    [
      'jest',
      'jest.config.mjs',
      'export default {\n  ...createCjsPreset(),\n  setupFilesAfterEnv: [],\n};\n',
      "export default {\n  ...createCjsPreset(),\n  setupFilesAfterEnv: [\n    '@testpoint/jest/setup',\n  ],\n  reporters: [...[createCjsPreset().reporters ?? ['default']].flat(), '@testpoint/jest'],\n};\n",
    ],
    [
      'jest',
      'jest.config.js',
      "module.exports = { ...require('../base'), bail: 1 };\n",
      "module.exports = { ...require('../base'), bail: 1, reporters: [...[require('../base').reporters ?? ['default']].flat(), '@testpoint/jest'], setupFilesAfterEnv: [...[require('../base').setupFilesAfterEnv ?? []].flat(), '@testpoint/jest/setup'] };\n",
    ],
    [
      'jest',
      'jest.config.ts',
      "export default { ...preset({ tsconfig: 'a' }), setupFilesAfterEnv: ['./a'] } satisfies Config;\n",
      "export default { ...preset({ tsconfig: 'a' }), setupFilesAfterEnv: ['./a', '@testpoint/jest/setup'], reporters: [...[Object(preset({ tsconfig: 'a' })).reporters ?? ['default']].flat(), '@testpoint/jest'] } satisfies Config;\n",
    ],
    [
      'jest',
      'jest.config.js',
      "const reporters = ['default'];\nif (process.env.CI) reporters.push('github-actions');\nmodule.exports = { reporters, setupFilesAfterEnv: ['./a'] };\n",
      "const reporters = ['default', '@testpoint/jest'];\nif (process.env.CI) reporters.push('github-actions');\nmodule.exports = { reporters, setupFilesAfterEnv: ['./a', '@testpoint/jest/setup'] };\n",
    ],
    [
      'playwright',
      'playwright.config.ts',
      "const config: Config = { reporter: 'html' };\nif (process.env.CI) config.use.headless = true;\nexport default config;\n",
      "const config: Config = { reporter: [['html'], ['@testpoint/playwright']] };\nif (process.env.CI) config.use.headless = true;\nexport default config;\n",
    ],
    [
      'jest',
      'jest.config.js',
      "const create = nextJest({ dir: './' });\nconst custom = { bail: 1 };\nmodule.exports = async () => {\n  const config = await create(custom)();\n  config.transformIgnorePatterns = ['a'];\n  return config;\n};\nmodule.exports.other = 1;\n",
      "const create = nextJest({ dir: './' });\nconst custom = { bail: 1, reporters: ['default', '@testpoint/jest'], setupFilesAfterEnv: ['@testpoint/jest/setup'] };\nmodule.exports = async () => {\n  const config = await create(custom)();\n  config.transformIgnorePatterns = ['a'];\n  return config;\n};\nmodule.exports.other = 1;\n",
    ],
    ...["'html'", "[['html']]"].map((reporter): [Name, string, string, string] => {
      const config = (shared: string) =>
        `const shared = { reporter: ${shared} };\nconst ci = { ...shared };\nexport default process.env.CI ? ci : { ...shared, workers: 4 };\n`;
      const after = "[['html'], ['@testpoint/playwright']]";
      return ['playwright', 'playwright.config.js', config(reporter), config(after)];
    }),
    [
      'jest',
      'jest.config.ts',
      "export default { ...presets.createCjsPreset(), setupFilesAfterEnv: ['./a'] };\n",
      "export default { ...presets.createCjsPreset(), setupFilesAfterEnv: ['./a', '@testpoint/jest/setup'], reporters: [...[Object(presets.createCjsPreset()).reporters ?? ['default']].flat(), '@testpoint/jest'] };\n",
    ],
    [
      'playwright',
      'playwright.config.ts',
      "export default defineConfig({ ...nxE2EPreset(__filename, { testDir: './src' }) });\n",
      `export default defineConfig({ ...nxE2EPreset(__filename, { testDir: './src' }), ${extending("Object(nxE2EPreset(__filename, { testDir: './src' }))", ' as [string]')} });\n`,
    ],
    [
      'playwright',
      'playwright.config.js',
      'module.exports = defineConfig(base, {\n  retries: 1,\n});\n',
      `module.exports = defineConfig(base, {\n  retries: 1,\n  ${extending('base')},\n});\n`,
    ],
    [
      'playwright',
      'playwright.config.ts',
      "const base = { reporter: 'line' };\nexport default defineConfig(base, { retries: 2 });\n",
      "const base = { reporter: [['line'], ['@testpoint/playwright']] };\nexport default defineConfig(base, { retries: 2 });\n",
    ],
    [
      'playwright',
      'playwright.config.ts',
      'export default { ...(process.env.CI && { workers: 1 }), ...(process.env.DEBUG ? { use: {} } : undefined) };\n',
      "export default { ...(process.env.CI && { workers: 1 }), ...(process.env.DEBUG ? { use: {} } : undefined), reporter: [[process.env.CI ? 'dot' : 'list'], ['@testpoint/playwright']] };\n",
    ],
    [
      'mocha',
      '.mocharc.json',
      '{ "reporter": "xunit", "reporter-option": ["output=a.xml"], "require": [] }',
      '{ "reporter": "@testpoint/mocha", "reporter-option": ["output=a.xml", "console=xunit"], "require": [\n  "@testpoint/mocha/setup"\n] }',
    ],
    [
      'mocha',
      '.mocharc.js',
      "module.exports = { reporter: 'xunit', reporterOptions: { output: 'a.xml' }, require: 'tsx' };\n",
      "module.exports = { reporter: '@testpoint/mocha', reporterOptions: { output: 'a.xml', console: 'xunit' }, require: ['tsx', '@testpoint/mocha/setup'] };\n",
    ],
  ])('%s: %s with %j', (framework, file, before, after) => {
    expect(edited(framework, file, before)).toBe(after);
  });

  test.each<[Name, string, string]>([
    ['playwright', 'playwright test --reporter=dot', 'playwright test --reporter=dot,@testpoint/playwright'],
    ['vitest', 'vitest run --reporter tap && echo', 'vitest run --reporter tap --reporter=@testpoint/vitest && echo'],
    [
      'jest',
      'jest --reporters default ./own.js -i',
      'jest --reporters=@testpoint/jest --reporters default ./own.js -i',
    ],
    ['jest', `sh -c "jest --reporters=x" b`, `sh -c "jest --reporters=@testpoint/jest --reporters=x" b`],
    ['mocha', '(mocha -R dot)', '(mocha -R @testpoint/mocha --reporter-option console=dot)'],
    [
      'vitest',
      'node_modules\\.bin\\vitest --reporter tap',
      'node_modules\\.bin\\vitest --reporter tap --reporter=@testpoint/vitest',
    ],
    [
      'mocha',
      'mocha --no-config test',
      'mocha --no-config --reporter @testpoint/mocha --require @testpoint/mocha/setup test',
    ],
    [
      'jest',
      'jest -i --projects packages/a packages/b',
      'jest -i --reporters=default --reporters=@testpoint/jest --projects packages/a packages/b',
    ],
    ['mocha', 'mocha -R dot test', 'mocha -R @testpoint/mocha --reporter-option console=dot test'],
    ['mocha', 'nyc _mocha -R dot', 'nyc _mocha -R @testpoint/mocha --reporter-option console=dot'],
    ['mocha', 'ts-mocha -R dot a.ts', 'ts-mocha -R @testpoint/mocha --reporter-option console=dot a.ts'],
    [
      'playwright',
      'playwright test --reporter="dot" || playwright test --reporter=list',
      'playwright test --reporter="dot",@testpoint/playwright || playwright test --reporter=list,@testpoint/playwright',
    ],
  ])('%s: the script "%s", which names a reporter', (framework, before, after) => {
    const manifest = { scripts: { test: before }, devDependencies: { [DEPENDENCY[framework]]: '*' } };
    writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest));
    expect(plan()).toMatchObject({ byHand: [], unclear: [] });
    for (const change of plan().changes) writeChange(folder, change);
    expect(readManifest(folder)?.scripts).toEqual({ test: after });
    expect(plan()).toMatchObject({ changes: [], byHand: [] });
  });

  test.each([
    'npm run test:unit -- --reporter=dot',
    'yarn test:unit --reporter=dot',
    'pnpm run test:unit --reporter dot',
  ])('a script that passes a reporter on to another script: "%s"', (ci) => {
    write({ vitest: '*' }, { scripts: { 'test:unit': 'vitest run', other: ci.replace(':unit', ':other'), ci } });
    for (const change of plan().changes) writeChange(folder, change);
    const { scripts } = readManifest(folder) ?? expect.fail('no package.json');
    expect(scripts.ci).toBe(`${ci} --reporter=@testpoint/vitest`);
    expect(scripts.other).not.toContain('@testpoint');
    expect(plan()).toMatchObject({ changes: [], byHand: [] });
  });

  test('a script that Wireit runs', () => {
    const wireit = (command: string) => ({ scripts: { test: 'wireit' }, wireit: { test: { command } } });
    write({ vitest: '*' }, wireit('vitest run --reporter=dot'));
    for (const change of plan().changes) writeChange(folder, change);
    expect(JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))).toMatchObject(
      wireit('vitest run --reporter=dot --reporter=@testpoint/vitest'),
    );
    expect(plan()).toMatchObject({ changes: [], byHand: [] });
  });

  test.each<[Name, string]>([
    ['mocha', 'nyc --reporter=lcov mocha'],
    ['vitest', 'c8 --reporter=text vitest run && nyc report --reporter=lcov'],
    ['vitest', 'concurrently "npx vitest" "nyc --reporter lcov"'],
    ['jest', 'eslint -c other.js src && jest -t "a | b"; rollup -c other.js'],
    ['mocha', 'webpack --config other.js && mocha dist'],
    ['vitest', 'prettier -c . && vitest run'],
    ['vitest', 'vitest bench --reporter=verbose && vitest run'],
    ['playwright', 'playwright merge-reports --reporter html ./all'],
  ])('%s: the script "%s", in which other commands have such options', (framework, test) => {
    writeFileSync(join(folder, 'other.js'), 'module.exports = {};\n');
    const manifest = { scripts: { test }, devDependencies: { [DEPENDENCY[framework]]: '*' } };
    writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest));
    expect(plan()).toMatchObject({ changes: [{ before: undefined }], byHand: [] });
  });

  test.each<[Name, string, string]>([
    ['jest', 'jest -t "a && b" --config "unit tests/jest.config.js"', 'unit tests/jest.config.js'],
    ['playwright', 'playwright test -c e2e', 'e2e/playwright.config.ts'],
    ['vitest', 'vitest run --root app', 'app/vitest.config.ts'],
    ['jest', 'jest --rootDir=app', 'app/jest.config.js'],
    ['jest', 'jest --rootDir=. --config app/unit.js', 'app/unit.js'],
    ['vitest', 'vitest run --config unit.ts --root app', 'app/unit.ts'],
  ])('%s: the configuration that the script %j names', (framework, test, file) => {
    const manifest = { scripts: { test }, devDependencies: { [DEPENDENCY[framework]]: '*' } };
    writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest));
    mkdirSync(join(folder, dirname(file)));
    writeFileSync(join(folder, file), 'module.exports = {};\n');
    expect(plan()).toMatchObject({ changes: [{ file }], byHand: [] });
  });

  test.each([
    ['./playwright.config', 'defineConfig(config, { workers: 20 })'],
    ['./playwright.config.js', 'defineConfig(config, getServiceConfig(config, { timeout: 30 }))'],
    ['./service/../playwright.config.ts', '{ ...config, workers: 20 }'],
  ])('Playwright: a configuration that imports %s, which has our reporter: %s', (path, config) => {
    write({ '@playwright/test': '*' }, { scripts: { service: 'playwright test -c service/playwright.config.ts' } });
    place('playwright.config.ts', "export default defineConfig({ reporter: 'html' });\n");
    place('service/playwright.config.ts', `import config from '.${path}';\nexport default ${config};\n`);
    expect(plan()).toMatchObject({ changes: [{ file: 'playwright.config.ts' }], byHand: [] });
    for (const change of plan().changes) writeChange(folder, change);
    expect(plan()).toMatchObject({ changes: [], byHand: [] });
  });

  test.each([
    ['node --import tsx --test', '--import'],
    ['c8 node --test -r ts-node/register "test/*.ts"', '--require'],
    ['node --test --require=ts-node/register --test-reporter=dot', '--require'],
  ])('node:test: %s loads its setup file in its own way: %s', (script, option) => {
    write({}, { scripts: { test: script } });
    const [change] = plan().changes;
    expect(JSON.parse(change?.after ?? '').scripts.test).toContain(` ${option} @testpoint/node-test/setup `);
  });

  test('Playwright: each configuration with a usual name', () => {
    write({ '@playwright/test': '*' });
    const files = ['playwright.config.ts', 'playwright-ct.config.ts', 'playwright.service.config.ts'];
    for (const file of files) place(file, "export default defineConfig({ reporter: 'html' });\n");
    expect(plan().changes.map(({ file }) => file)).toEqual(files);
  });

  test('Playwright: component tests have a package and a configuration of their own', () => {
    write({ '@playwright/experimental-ct-vue': '*' });
    place('playwright-ct.config.ts', "export default defineConfig({ reporter: 'html' });\n");
    const after = "export default defineConfig({ reporter: [['html'], ['@testpoint/playwright']] });\n";
    expect(plan()).toMatchObject({ changes: [{ file: 'playwright-ct.config.ts', after }], byHand: [] });
  });

  test.each([`jest --config '{ "verbose": true }'`, 'cd app && jest --config other.js', 'jest -c "$CONFIG"'])(
    'a script whose configuration is no file in the project gets lines to paste: %s',
    (test) => {
      write({ jest: '*' }, { scripts: { test } });
      const why = expect.stringMatching(/^its script "test" names a configuration that is no file here: /);
      const paste = ['"reporters": ["default","@testpoint/jest"],', '"setupFilesAfterEnv": ["@testpoint/jest/setup"],'];
      expect(plan().byHand).toEqual([{ file: 'package.json', why, paste }]);
      write({ jest: '*' }, { scripts: { test: test.replace(' -', ` --reporters=@testpoint/jest -`) } });
      expect(plan().byHand).toEqual([]);
    },
  );

  test.each<[Name, Record<string, string>, string | undefined]>([
    ['jest', { test: 'stencil test --spec' }, 'stencil test --spec'],
    ['mocha', { build: 'tsc', 'test:unit': 'vue-cli-service test:unit' }, 'vue-cli-service test:unit'],
    ['mocha', { test: 'hardhat test', e2e: 'playwright test' }, 'hardhat test'],
    ['mocha', { test: 'npm run unit', unit: 'mocha' }, undefined],
    ['mocha', { test: 'echo "Error: no test specified" && exit 1' }, undefined],
    ['jest', { e2e: 'playwright test' }, undefined],
    ['vitest', { test: 'node --test' }, undefined],
  ])('%s: whether other programs may run it, with the scripts %j', (framework, scripts, runner) => {
    write({ [DEPENDENCY[framework]]: '*' }, { scripts });
    const whys = runner === undefined ? [] : [expect.stringContaining(`"${runner}" may run it with another config`)];
    expect(plan().unclear.map(({ why }) => why)).toEqual(whys);
    for (const change of plan().changes) writeChange(folder, change);
    expect(plan()).toMatchObject({ changes: [], unclear: [...whys.map((why) => ({ why }))] });
    if (framework !== 'jest') return;
    place('jest.config.js', "module.exports = { preset: 'x' };\n");
    expect(plan().unclear).toEqual([]);
  });

  test('Jest: a file that package.json names', () => {
    write({ jest: '*' }, { jest: './config/jest.js' });
    place('config/jest.js', "module.exports = { rootDir: '..' };\n");
    expect(plan()).toMatchObject({ changes: [{ file: 'config/jest.js' }], byHand: [] });
    for (const change of plan().changes) writeChange(folder, change);
    expect(plan()).toMatchObject({ changes: [], byHand: [] });
  });

  test('Jest: projects in folders and files of their own', () => {
    writeFileSync(join(folder, 'package.json'), JSON.stringify({ devDependencies: { jest: '*' } }));
    writeFileSync(
      join(folder, 'jest.config.js'),
      "module.exports = { projects: ['<rootDir>/packages/*', './e2e.config.js'] };\n",
    );
    mkdirSync(join(folder, 'packages/a'), { recursive: true });
    mkdirSync(join(folder, 'packages/b'));
    place('packages/c/package.json', '{}');
    place('packages/README.md', '# Packages\n');
    writeFileSync(join(folder, 'packages/a/jest.config.cjs'), 'module.exports = { verbose: true };\n');
    writeFileSync(join(folder, 'packages/b/package.json'), '{ "jest": {\n  "bail": 1\n} }\n');
    writeFileSync(join(folder, 'e2e.config.js'), 'module.exports = {};\n');
    const { changes, byHand } = plan();
    expect(byHand).toEqual([]);
    expect(Object.fromEntries(changes.map(({ file, after }) => [file, after]))).toMatchObject({
      'jest.config.js':
        "module.exports = { projects: ['<rootDir>/packages/*', './e2e.config.js'], reporters: ['default', '@testpoint/jest'] };\n",
      'packages/a/jest.config.cjs':
        "module.exports = { verbose: true, setupFilesAfterEnv: ['@testpoint/jest/setup'] };\n",
      'packages/b/package.json': expect.stringContaining('@testpoint/jest/setup'),
      // It has no configuration, so Jest takes its defaults.
      'packages/c/package.json': expect.stringContaining('@testpoint/jest/setup'),
      'e2e.config.js': expect.stringContaining('@testpoint/jest/setup'),
    });
    for (const change of changes) writeChange(folder, change);
    expect(plan()).toMatchObject({ changes: [], byHand: [] });
  });

  test.each<[Name, string, string, string[]]>([
    [
      'jest',
      'jest.config.js',
      'module.exports = { reporters: chosen(), setupFilesAfterEnv: [] };\n',
      ["reporters: [...chosen(), '@testpoint/jest'],"],
    ],
    [
      'jest',
      'jest.config.json',
      '[]',
      ['"reporters": ["default","@testpoint/jest"],', '"setupFilesAfterEnv": ["@testpoint/jest/setup"],'],
    ],
    [
      'jest',
      'jest.config.ts',
      'export default { ...(await preset()), setupFilesAfterEnv: [] } satisfies Config;\n',
      ["reporters: ['default', '@testpoint/jest'],"],
    ],
    [
      'playwright',
      'playwright.config.ts',
      "export default { reporter: process.env.REPORTER || 'list' };\n",
      ["reporter: [[process.env.REPORTER || 'list'], ['@testpoint/playwright']],"],
    ],
    [
      'vitest',
      'vitest.config.ts',
      "export default { test: { ...(process.env.CI ? { reporters: ['dot'] } : {}) } };\n",
      [`${VITEST},`],
    ],
    [
      'jest',
      'jest.config.js',
      "const list = ['default'];\nlist.splice(0);\nmodule.exports = { reporters: list, setupFilesAfterEnv: [] };\n",
      ["reporters: [...list, '@testpoint/jest'],"],
    ],
    ['mocha', '.mocharc.yml', 'reporter: dot\na: &a x\nrequire: *a\n', ["require: ['@testpoint/mocha/setup']"]],
    ['mocha', '.mocharc.yml', 'a: [\n', ["reporter: '@testpoint/mocha'", "require: ['@testpoint/mocha/setup']"]],
    ['vitest', 'vitest.config.ts', 'export default load();\n', [`test: { ${VITEST} },`]],
    [
      'jest',
      'jest.config.js',
      "module.exports = require('../base');\n",
      [
        'module.exports = {',
        "  ...require('../base'),",
        "  reporters: [...[require('../base').reporters ?? ['default']].flat(), '@testpoint/jest'],",
        "  setupFilesAfterEnv: [...[require('../base').setupFilesAfterEnv ?? []].flat(), '@testpoint/jest/setup'],",
        '};',
      ],
    ],
    [
      'playwright',
      'playwright.config.ts',
      "import base from '@shop/e2e';\nexport default defineConfig(base);\n",
      ['export default defineConfig({', '  ...base,', `  ${extending('Object(base)', ' as [string]')},`, '});'],
    ],
    [
      'vitest',
      'vitest.config.mjs',
      "import base from '@shop/vitest';\nexport default base;\n",
      ['export default {', '  ...base,', `  ${extendingTest('base')},`, '};'],
    ],
    [
      'vitest',
      'vitest.config.mjs',
      "export default { test: { reporters: process.env.REPORTER ?? 'dot' } };\n",
      ["reporters: [process.env.REPORTER ?? 'dot', '@testpoint/vitest'],"],
    ],
    [
      'mocha',
      '.mocharc.cjs',
      "const base = require('../base');\nmodule.exports = base;\n",
      [
        'module.exports = {',
        '  ...base,',
        "  reporter: '@testpoint/mocha',",
        `  'reporter-option': [\`console=\${base.reporter ?? 'spec'}\`],`,
        "  require: [...[base.require ?? []].flat(), '@testpoint/mocha/setup'],",
        '};',
      ],
    ],
  ])('%s: %s with %j: the lines to paste are in the notation of the file', (framework, file, before, paste) => {
    writeFileSync(join(folder, 'package.json'), JSON.stringify({ devDependencies: { [DEPENDENCY[framework]]: '*' } }));
    writeFileSync(join(folder, file), before);
    expect(plan().byHand).toMatchObject([{ file, paste }]);
    // Whatever cannot be read may contain the lines already.
    writeFileSync(
      join(folder, file),
      `${before.replace(/reporters: chosen\(\),/, '')}${paste.map((line) => `// ${line}`).join('\n')}`,
    );
    expect(plan().byHand).toEqual([]);
  });

  test.each([
    ['.mocharc.cjs', "module.exports = { require: '@testpoint/mocha' };\n"],
    ['.mocharc.cjs', "module.exports = { require: ['tsx', '@testpoint/mocha'] };\n"],
    ['.mocharc.yml', "require: '@testpoint/mocha'\n"],
  ])('Mocha: the reporter in require: %s with %j', (file, before) => {
    writeFileSync(join(folder, 'package.json'), JSON.stringify({ devDependencies: { mocha: '*' } }));
    writeFileSync(join(folder, file), before);
    const why = '@testpoint/mocha is in require, where it has no effect: move it to reporter';
    expect(plan().byHand).toMatchObject([{ file, why, isWrong: true }]);
  });
});

describe('Angular', () => {
  const angular = (test: object) => JSON.stringify({ projects: { shop: { architect: { test } } } }, null, 2);
  const reporters = ['default', '@testpoint/vitest'];

  test('its unit tests get our reporter in angular.json', () => {
    const target = { builder: '@angular/build:unit-test' };
    const after = angular({ ...target, options: { reporters } });
    expect(edited('vitest', 'angular.json', angular(target))).toBe(after);
    expect(edited('vitest', 'angular.json', angular({ ...target, options: { reporters: ['default'] } }))).toBe(after);
  });

  test('the files of other builders are not read', () => {
    write({ vitest: '*' });
    writeFileSync(join(folder, 'angular.json'), angular({ builder: '@angular-devkit/build-angular:karma' }));
    expect(plan().changes.map(({ file }) => file)).toEqual(['vitest.config.mjs']);
  });
});

describe('a workspace', () => {
  test('a root that only installs a framework for its packages gets no configuration', () => {
    write({ '@playwright/test': '*', vitest: '*' }, { workspaces: ['apps/*'] });
    mkdirSync(join(folder, 'apps/e2e'), { recursive: true });
    mkdirSync(join(folder, 'apps/shop'), { recursive: true });
    writeFileSync(join(folder, 'apps/e2e/package.json'), '{}');
    writeFileSync(join(folder, 'apps/e2e/playwright.config.ts'), 'export default {};\n');
    writeFileSync(join(folder, 'apps/shop/package.json'), '{}');
    writeFileSync(join(folder, 'apps/shop/vite.config.ts'), 'export default { test: { globals: true } };\n');
    expect(packagesWithSuites(folder)).toEqual(['apps/e2e', 'apps/shop']);
    expect(plan()).toMatchObject({ frameworks: [], changes: [] });
    write({ '@playwright/test': '*' }, { workspaces: ['apps/*'], scripts: { e2e: 'playwright test' } });
    expect(plan().changes.map(({ file }) => file)).toEqual(['playwright.config.ts']);
  });

  test('a project of the root’s Vitest is reported there, unless its package runs it', () => {
    write({ vitest: '*' }, { workspaces: ['apps/*'] });
    place('vitest.config.ts', "export default { test: { projects: ['apps/*'] } };\n");
    place('apps/shop/package.json', '{ "devDependencies": { "vitest": "*" } }');
    place('apps/shop/vitest.config.ts', 'export default defineProject({ test: {} });\n');
    expect(packagesWithSuites(folder)).toEqual([]);
    place('apps/shop/package.json', '{ "devDependencies": { "vitest": "*" }, "scripts": { "test": "vitest run" } }');
    expect(packagesWithSuites(folder)).toEqual(['apps/shop']);
    const shop = join(folder, 'apps/shop');
    expect(planProject(shop, readManifest(shop) ?? expect.fail('no package.json'))).toMatchObject({
      changes: [],
      byHand: [
        {
          file: 'vitest.config.ts',
          why: 'defineProject takes no reporters, so replace it by defineConfig',
          paste: [`test: { ${VITEST} },`],
        },
      ],
    });
  });

  test('settings in package.json are a configuration: of a package, and of the root', () => {
    write({ jest: '*' }, { workspaces: ['apps/*'] });
    mkdirSync(join(folder, 'apps/shop'), { recursive: true });
    writeFileSync(join(folder, 'apps/shop/package.json'), '{ "jest": { "preset": "react-native" } }');
    expect(packagesWithSuites(folder)).toEqual(['apps/shop']);
    expect(plan().frameworks).toEqual([]);
    write({ jest: '*' }, { workspaces: ['apps/*'], jest: {} });
    expect(plan().changes.map(({ file }) => file)).toEqual(['package.json']);
  });

  test('Backstage reads settings of Jest in package.json only', () => {
    write({ jest: '*', '@backstage/cli': '*' }, { workspaces: ['packages/*'] });
    place('packages/app/package.json', '{ "scripts": { "test": "backstage-cli package test" } }');
    for (const change of plan().changes) writeChange(folder, change);
    expect(JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))).toMatchObject({
      jest: { reporters: ['default', '@testpoint/jest'], setupFilesAfterEnv: ['@testpoint/jest/setup'] },
    });
    expect(plan()).toMatchObject({ changes: [], byHand: [] });
  });

  test('an invalid package.json of a package, or above the workspace, counts as missing', () => {
    mkdirSync(join(folder, 'shop/apps/broken'), { recursive: true });
    writeFileSync(join(folder, 'package.json'), '{');
    writeFileSync(join(folder, 'yarn.lock'), '');
    writeFileSync(
      join(folder, 'shop/package.json'),
      '{ "workspaces": ["apps/*"], "devDependencies": { "jest": "*" } }',
    );
    writeFileSync(join(folder, 'shop/apps/broken/package.json'), '{ "scripts": ');
    expect(packagesWithSuites(join(folder, 'shop'))).toEqual([]);
    const manifest = readManifest(join(folder, 'shop')) ?? expect.fail('no package.json');
    expect(planProject(join(folder, 'shop'), manifest).frameworks).toHaveLength(1);
    expect(detectPackageManager(join(folder, 'shop'))).toEqual({ manager: 'yarn', folder });
  });

  test('a package may run what only the root installs', () => {
    write({ jest: '*' }, { workspaces: ['apps/*'], scripts: { test: 'turbo run test' } });
    place('apps/shop/package.json', '{ "scripts": { "test": "jest" } }');
    place('apps/other/package.json', '{ "scripts": { "test": "mocha" } }');
    expect(packagesWithSuites(folder)).toEqual(['apps/shop']);
    expect(plan().frameworks).toEqual([]);
  });

  test('projects of Nx may have no package.json', () => {
    write({ jest: '*', vitest: '*' });
    place('nx.json', '{}');
    place('jest.config.ts', 'export default async () => ({ projects: await getJestProjectsAsync() });\n');
    place('apps/shop/project.json', '{}');
    place('apps/shop/jest.config.ts', "export default { displayName: 'shop' };\n");
    place('apps/docs/project.json', '{}');
    expect(packagesWithSuites(folder)).toEqual(['apps/shop']);
    expect(plan().byHand).toEqual([]);
  });

  test('the root may be one of its packages', () => {
    write({ vitest: '*' });
    place('pnpm-workspace.yaml', 'packages: [., apps/*]\n');
    expect(packagesWithSuites(folder)).toEqual([]);
  });

  test.each<[string, Record<string, string>, string[]]>([
    ['no script', {}, ['e2e']],
    ['a script that changes the folder', { e2e: 'npm run build && (cd e2e && playwright test)' }, ['e2e']],
    ['a script that names it', { e2e: 'playwright test -c e2e' }, []],
    ['a script that runs the root’s', { e2e: 'playwright test' }, []],
  ])('a folder without a package.json has a suite if the root has none: %s', (_what, scripts, folders) => {
    write({ '@playwright/test': '*' }, { scripts });
    place('e2e/playwright.config.ts', 'export default {};\n');
    place('templates/jest/jest.config.js', 'module.exports = {};\n');
    place('other/package.json', '{}');
    place('other/playwright.config.ts', 'export default {};\n');
    expect(packagesWithSuites(folder)).toEqual(folders);
    expect(plan().frameworks).toHaveLength(folders.length === 0 ? 1 : 0);
  });

  test('a folder has a suite that the root’s scripts run there, beside their own', () => {
    write(
      { vitest: '*' },
      { scripts: { test: 'vitest run', web: 'echo && cd ./web/ && npx vitest run', other: 'cd web2 && x' } },
    );
    place('web/vitest.config.ts', 'export default {};\n');
    place('web2/vitest.config.ts', 'export default {};\n');
    expect(packagesWithSuites(folder)).toEqual(['web']);
    expect(plan().changes.map(({ file }) => file)).toEqual(['vitest.config.mjs']);
  });

  test('a package that only depends on a framework has a suite if it has tests', () => {
    write({}, { workspaces: ['packages/*'] });
    place('packages/shared/package.json', '{ "dependencies": { "vitest": "*" } }');
    place('packages/shared/base.js', 'export const base = { test: { globals: true } };\n');
    expect(packagesWithSuites(folder)).toEqual([]);
    place('packages/shared/src/base.test.js', '');
    expect(packagesWithSuites(folder)).toEqual(['packages/shared']);
  });

  test('a package that only builds with Vite has no suite', () => {
    write({}, { workspaces: ['apps/*'] });
    mkdirSync(join(folder, 'apps/shop'), { recursive: true });
    writeFileSync(join(folder, 'apps/shop/package.json'), '{}');
    writeFileSync(join(folder, 'apps/shop/vite.config.ts'), 'export default { plugins: [] };\n');
    expect(packagesWithSuites(folder)).toEqual([]);
  });
});

function write(devDependencies: Record<string, string>, others: object = {}): void {
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ devDependencies, ...others }));
}

function place(file: string, text: string): void {
  mkdirSync(dirname(join(folder, file)), { recursive: true });
  writeFileSync(join(folder, file), text);
}
