import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

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

/** The files that take longest, longest first. Started last, they would keep one worker busy while the others idle. */
const LONGEST = [
  ...['conformance/test/conformance', 'playwright/test/survival', 'playwright/test/rows'],
  ...['vitest/test/browser', 'cli/test/exec', 'playwright/test/projects', 'mocha/test/ends', 'cli/test/ci'],
  ...['conformance/test/reruns', 'conformance/test/exec-gate', 'conformance/test/same-numbers', 'chaos/test/matrix'],
  ...['cli/test/serve', 'cli/test/import', 'cli/test/recipes'],
];

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification) => {
      const index = LONGEST.findIndex((path) => moduleId.endsWith(`/packages/${path}.test.ts`));
      return index === -1 ? LONGEST.length : index;
    };
    return (await super.sort(files)).sort((one, other) => rank(one) - rank(other));
  }
}

// pnpm's shims set it, and then every project of a test would find our packages.
delete process.env.NODE_PATH;

export default defineConfig({
  test: {
    globalSetup: root('./scripts/own-temporary-directory.ts'),
    exclude: ['**/node_modules/**', '**/dist/**', '**/fixtures/**'],
    pool: 'forks',
    // Tests often wait for other processes: four at a time keep two cores busy.
    maxWorkers: 4,
    sequence: { sequencer: LongestFirst },
    // One process for many files: starting one for each, and loading the same modules, would take longer than most tests.
    isolate: false,
    // A guard against hanging, no measurement: a slow machine takes three times as long as a fast one.
    testTimeout: 180_000,
    hookTimeout: 180_000,
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
        test: { name: 'processes', include: ['packages/*/test/**/*.test.ts', 'scripts/{,!(messages)/**/}*.test.ts'] },
      },
    ],
  },
});
