import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

const root = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** Where the compiler finds our packages' sources; tests of pure functions read them from there too, without a build. */
const { paths } = JSON.parse(readFileSync(root('./tsconfig.json'), 'utf8')).compilerOptions as {
  paths: Record<string, [string]>;
};
const sources = Object.entries(paths).map(([name, [path]]) => ({
  find: new RegExp(`^${name}$`),
  replacement: root(path),
}));
/** Processes load built packages. These have no state, so it does not matter that a test loads them from source. */
const stateless = sources.filter(({ find }) => find.source.includes('/interface') || find.source.includes('/report'));

export default defineConfig({
  test: {
    globalSetup: root('./scripts/own-temporary-directory.ts'),
    exclude: ['**/node_modules/**', '**/dist/**', '**/fixtures/**'],
    pool: 'forks',
    // Tests often wait for other processes: three at a time keep two cores busy.
    maxWorkers: 3,
    // One process for many files: starting one for each, and loading the same modules, would take longer than most tests.
    isolate: false,
    testTimeout: 60_000,
    hookTimeout: 60_000,
    projects: [
      {
        extends: true,
        resolve: { alias: sources },
        test: { name: 'unit', include: ['packages/*/src/**/*.test.ts', 'bench/src/**/*.test.ts'] },
      },
      {
        extends: true,
        resolve: { alias: stateless },
        test: { name: 'processes', include: ['packages/*/test/**/*.test.ts', 'scripts/**/*.test.ts'] },
      },
    ],
  },
});
