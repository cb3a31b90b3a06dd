import { basename } from 'node:path';
import { pathToFileURL } from 'node:url';
import { defineConfig, type UserConfig } from 'tsdown';
import {
  asciiOnly,
  capturedNodeModules,
  declarations,
  reloadableChunks,
  typesOnly,
  writtenOutShield,
} from './scripts/build-plugins';
import { frameworkPackages } from './scripts/projects.mjs';

const types = declarations();

/** Options of every package's build. Types are bundled with each entry, for import and for require. */
const base: UserConfig = {
  target: 'node20',
  platform: 'node',
  dts: true,
  clean: false,
  fixedExtension: false,
  logLevel: 'error',
  inputOptions: (options) => ({
    ...options,
    checks: { ...options.checks, pluginTimings: false },
    plugins: [types, options.plugins],
  }),
  // A third of the code, which each process would scan. The types keep theirs.
  outputOptions: { comments: { jsdoc: false } },
};

/** Bundled into the server, because TypeBox takes 300 ms to load from its several hundred files. */
const SCHEMAS = ['@testpoint/interface', /^typebox/];

/** The parts of a report besides its data, for each package that bundles the report's writer. The viewer is built first. */
const VIEWER = [{ from: '../viewer/dist/*', to: 'dist/viewer' }];

/** Core's doors for people and the command line. */
const DOORS = {
  index: 'src/index.ts',
  api: 'src/in-test/api.ts',
  'built-ins': 'src/built-ins/index.ts',
  cli: 'src/cli.ts',
  'test-api': 'src/in-test/index.ts',
  service: 'src/service/index.ts',
};
const ADAPTER = { adapter: 'src/adapter.ts' };

function core(entry: Record<string, string>): UserConfig {
  return {
    ...base,
    name: 'core',
    cwd: 'packages/core',
    entry,
    format: ['esm', 'cjs'],
    dts: false,
    plugins: [capturedNodeModules(), writtenOutShield(), reloadableChunks(), asciiOnly()],
    shims: true,
  };
}

/** One self-contained file of core: it must load whatever the suite does to module resolution. */
function standalone(name: string, entry: string): UserConfig {
  return {
    ...base,
    name: 'core',
    cwd: 'packages/core',
    entry: { [name]: entry },
    format: 'cjs',
    outExtensions: () => ({ js: '.cjs' }),
    dts: false,
    plugins: [writtenOutShield(), asciiOnly()],
    deps: { alwaysBundle: [/^[^.]/], onlyBundle: false },
  };
}

/** What a framework's package says in its `entries.mjs`: files that are built together, and how they differ from `framework`. */
type Together = { entries: string[] } & UserConfig;

/** A framework package: the reporter, and the modules that test code loads, which must not pull in core. */
async function framework(name: string): Promise<UserConfig[]> {
  const all: { default: Together[] } = await import(pathToFileURL(`packages/${name}/entries.mjs`).href);
  return all.default.map(({ entries, ...more }) => ({
    ...base,
    name,
    cwd: `packages/${name}`,
    // "in-test/api" is built as "api".
    entry: Object.fromEntries(entries.map((entry) => [basename(entry), `src/${entry}.ts`])),
    format: ['esm', 'cjs'],
    plugins: [capturedNodeModules(), writtenOutShield(), asciiOnly()],
    deps: {
      alwaysBundle: [
        '@testpoint/core/api',
        '@testpoint/core/test-api',
        '@testpoint/core/built-ins',
        '@testpoint/frameworks',
      ],
    },
    ...more,
  }));
}

export default defineConfig([
  { ...core(DOORS), copy: VIEWER },
  // Built alone: a reporter is one file, without what only other doors need. Each process compiles all of it, and may have few
  // descriptors, while Node opens all files of an import at once.
  core(ADAPTER),
  // The types of all doors are built together: they share Valibot's, 200 KB.
  { ...core({ ...DOORS, ...ADAPTER }), dts: true, plugins: [typesOnly()] },
  // Its chunks are loaded on demand. CommonJS, because Node caches a failed `import()` for ever: with CommonJS, a chunk that
  // could not be read for lack of a descriptor is read again.
  standalone('delivery-thread', 'src/delivery/thread.ts'),
  {
    ...base,
    name: 'interface',
    cwd: 'packages/interface',
    entry: ['src/index.ts', 'src/codec.ts', 'src/constants.ts'],
    format: ['esm', 'cjs'],
  },
  {
    ...base,
    name: 'report',
    cwd: 'packages/report',
    entry: ['src/index.ts', 'src/format.ts', 'src/browser.ts'],
    format: ['esm', 'cjs'],
    shims: true,
    copy: VIEWER,
  },
  {
    // For programs that Node runs as they are. Packages bundle what they use of it.
    ...base,
    name: 'frameworks',
    cwd: 'packages/frameworks',
    entry: ['src/index.ts', 'src/commands.ts', 'src/labs.ts'],
    format: 'esm',
    dts: false,
  },
  {
    ...base,
    name: 'reference-server',
    cwd: 'packages/reference-server',
    entry: ['src/index.ts'],
    format: ['esm', 'cjs'],
    shims: true,
    dts: false,
    deps: { alwaysBundle: SCHEMAS },
  },
  {
    // Its types are those of its dependencies.
    ...base,
    name: 'reference-server',
    cwd: 'packages/reference-server',
    entry: ['src/index.ts'],
    format: ['esm', 'cjs'],
    dts: { emitDtsOnly: true },
  },
  {
    ...base,
    name: 'reference-server',
    cwd: 'packages/reference-server',
    entry: {
      bin: 'src/bin.ts',
      'sqlite-thread': 'src/database/sqlite/thread.ts',
      'report-thread': 'src/viewer/report-thread.ts',
      'download-thread': 'src/viewer/download/thread.ts',
    },
    format: 'esm',
    dts: false,
    deps: { alwaysBundle: SCHEMAS },
    // The server's pages. The viewer is built first.
    copy: [{ from: '../viewer/dist-server/*', to: 'dist/pages' }],
  },
  {
    // The fault laboratory: the command, and the programs that it runs in separate processes.
    ...base,
    name: 'chaos',
    cwd: 'packages/chaos',
    entry: {
      bin: 'src/bin.ts',
      adapter: 'src/suite/adapter.ts',
      'flush-process': 'src/flush-process.ts',
      'leave-journal': 'src/journals/leave-journal.ts',
      'thread-killer': 'src/suite/thread-killer.ts',
    },
    format: 'esm',
    dts: false,
  },
  {
    // The benchmarks: the command, and the programs that it runs in separate processes.
    ...base,
    name: 'bench',
    cwd: 'bench',
    entry: {
      bin: 'src/bin.ts',
      'server-process': 'src/server/server-process.ts',
      'service-process': 'src/suites/service-process.ts',
      'micro/bare-posts': 'src/micro/programs/bare-posts.ts',
      'micro/bare-server': 'src/micro/programs/bare-server.ts',
      'micro/bare-uploads': 'src/micro/programs/bare-uploads.ts',
      'micro/flush': 'src/micro/programs/flush.ts',
      'micro/leave-journal': 'src/micro/programs/leave-journal.ts',
      'micro/memory': 'src/micro/programs/memory.ts',
      'micro/record': 'src/micro/programs/record.ts',
      'micro/start-up': 'src/micro/programs/start-up.ts',
    },
    format: 'esm',
    dts: false,
  },
  {
    ...base,
    name: 'cli',
    cwd: 'packages/cli',
    entry: { bin: 'src/bin.ts', 'evaluate-config': 'src/doctor/evaluate-config.ts' },
    format: 'esm',
  },
  ...(await Promise.all(frameworkPackages().map(framework))).flat(),
]);
