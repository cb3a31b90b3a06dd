import { writeFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import type { Framework, Wiring } from '../peers/peer.js';
import { FIXTURES, INSTALLATION } from './places.js';

/** Number of simultaneous test processes; Mocha runs in one. */
const WORKERS = 2;

/**
 * Writes a framework's configuration into a suite's folder. It is the same in all columns except for the reporter and what
 * that needs. Without a wiring, the only reporter does nothing.
 * @returns arguments for Node that run the suite in that folder
 */
export function configure(folder: string, framework: Framework, wiring: Wiring | undefined): string[] {
  const { file, configuration, command } = CONFIGURATIONS[framework](folder, wiring);
  const path = join(folder, file);
  writeFileSync(path, `${EXPORTS[extname(file)] ?? ''}${JSON.stringify(configuration, undefined, 2)}\n`);
  const [script = '', ...args] = command;
  return [join(INSTALLATION, 'node_modules', script), ...args, path];
}

const EXPORTS: Record<string, string> = { '.js': 'module.exports = ', '.mjs': 'export default ' };

interface Configuration {
  file: string;
  configuration: object;
  /** A script of an installed package, and the arguments before the configuration file. */
  command: readonly string[];
}

const CONFIGURATIONS: Record<Framework, (folder: string, wiring: Wiring | undefined) => Configuration> = {
  playwright: (folder, wiring) => ({
    file: 'playwright.config.js',
    configuration: {
      testDir: join(folder, 'files'),
      outputDir: join(folder, 'output'),
      workers: WORKERS,
      reporter: [[quietReporter('playwright')], ...reporters(wiring)],
      ...wiring?.config,
    },
    command: ['@playwright/test/cli.js', 'test', '--config'],
  }),
  jest: (folder, wiring) => ({
    file: 'jest.config.js',
    configuration: {
      rootDir: folder,
      roots: [join(folder, 'files')],
      testMatch: ['**/*.test.js'],
      cacheDirectory: join(folder, 'cache'),
      watchman: false,
      maxWorkers: WORKERS,
      reporters: [[quietReporter('jest'), {}], ...reporters(wiring)],
      setupFilesAfterEnv: wiring?.setupFiles ?? [],
      ...wiring?.config,
    },
    command: ['jest/bin/jest.js', '--config'],
  }),
  vitest: (folder, wiring) => ({
    file: 'vitest.config.mjs',
    configuration: {
      root: folder,
      cacheDir: join(folder, 'cache'),
      test: {
        include: ['files/*.test.mjs'],
        maxWorkers: WORKERS,
        cache: false,
        reporters: [[quietReporter('vitest'), {}], ...reporters(wiring)],
        setupFiles: wiring?.setupFiles ?? [],
        ...wiring?.config,
      },
    },
    command: ['vitest/vitest.mjs', 'run', '--config'],
  }),
  mocha: (folder, wiring) => ({
    file: '.mocharc.json',
    configuration: {
      spec: [join(folder, 'files/*.test.js')],
      reporter: wiring?.reporter?.[0] ?? quietReporter('mocha'),
      reporterOptions: wiring?.reporter?.[1] ?? {},
      // Mocha treats an empty list as a module without a name.
      ...(wiring?.setupFiles?.length && { require: wiring.setupFiles }),
      ...wiring?.config,
    },
    command: ['mocha/bin/mocha.js', '--config'],
  }),
};

function quietReporter(framework: Framework): string {
  return join(FIXTURES, 'quiet', `${framework}.${framework === 'vitest' ? 'mjs' : 'cjs'}`);
}

function reporters(wiring: Wiring | undefined): (readonly [string, object])[] {
  return wiring?.reporter === undefined ? [] : [wiring.reporter];
}
