import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

const root = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** Where the compiler finds our packages' sources; tests of pure functions read them from there too, without a build. */
const { paths } = JSON.parse(readFileSync(root('./tsconfig.json'), 'utf8')).compilerOptions as {
  paths: Record<string, [string]>;
};
const sources = Object.entries(paths).map(([name, [path]]) => ({
  find: new RegExp(`^${name.replace('*', '([^/]+)')}$`),
  replacement: root(path).replace('*', '$1'),
}));
/** Processes load built packages. These have no state, so it does not matter that a test loads them from source. */
const stateless = sources.filter(({ find }) => /\/(interface|report|frameworks)/.test(find.source));

// pnpm's shims set it, and then every project of a test would find our packages.
delete process.env.NODE_PATH;

export default defineConfig({
  test: {
    globalSetup: root('./scripts/own-temporary-directory.ts'),
    exclude: ['**/node_modules/**', '**/dist/**', '**/fixtures/**'],
    pool: 'forks',
    // Tests often wait for other processes: four at a time keep two cores busy. Vitest starts with the project whose name is first in
    // the alphabet, and with the files that took longest in the last run or, without one, the largest.
    maxWorkers: 4,
    // One process for many files: starting one for each, and loading the same modules, would take longer than most tests.
    isolate: false,
    // The next run finds modules that have not changed as they were compiled.
    experimental: { fsModuleCache: true, fsModuleCachePath: root('./node_modules/.cache/testpoint/modules') },
    // A guard against hanging, no measurement: a slow machine takes three times as long as a fast one.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    // The same for what a test waits for.
    expect: { poll: { timeout: 120_000 } },
    projects: [
      {
        extends: true,
        resolve: { alias: sources },
        test: {
          name: 'unit',
          include: ['packages/*/src/**/*.test.ts', 'bench/src/**/*.test.ts', 'scripts/messages/*.test.ts'],
        },
      },
      {
        extends: true,
        resolve: { alias: stateless },
        test: {
          name: 'processes',
          // Node loads CommonJS itself, such as the server that `testpoint serve` finds, and large bundles, which Vite would transform.
          server: { deps: { external: [/\.cjs$/, /\/packages\/(reference-server|core)\/dist\//] } },
          include: ['packages/*/test/**/*.test.ts', 'scripts/{,!(messages)/**/}*.test.ts'],
        },
      },
    ],
  },
});
