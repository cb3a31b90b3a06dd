import { realpathSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { workingFolder } from '@testpoint/core/built-ins';

/** The parts of `require('mocha')` that we use. */
export interface MochaModule {
  prototype: { version?: string };
  Runner: abstract new (...args: never[]) => unknown;
  Runnable: { prototype: { run: (done: (...results: unknown[]) => void) => void } };
  reporters: Record<string, unknown>;
  utils: { stackTraceFilter: () => (stack: string) => string };
}

/** A loaded Mocha, and a function that resolves modules from it. */
export interface LoadedMocha {
  module: MochaModule;
  require: NodeJS.Require;
}

const MAIN = /[\\/]lib[\\/]mocha\.c?js$/;
const PROJECT = join(workingFolder, 'testpoint.js');

/**
 * Every Mocha that this process has loaded, however it was imported. In a linked workspace, or if the reporter is installed
 * elsewhere, `require` would resolve to a different Mocha than the one that is running.
 */
export function loadedMochas(): LoadedMocha[] {
  const found = cachedMochas();
  return found.length > 0 ? found : installedMocha();
}

/** The same, but only those that are loaded already. */
export function cachedMochas(): LoadedMocha[] {
  const found: LoadedMocha[] = [];
  for (const [path, loaded] of Object.entries(createRequire(PROJECT).cache)) {
    const module = MAIN.test(path) ? mochaIn(loaded?.exports) : undefined;
    if (module !== undefined) found.push({ module, require: createRequire(path) });
  }
  return found;
}

/** The Mocha that this runner belongs to. */
export function mochaOf(runner: object): LoadedMocha | undefined {
  const mochas = loadedMochas();
  return mochas.find(({ module }) => runner instanceof module.Runner) ?? mochas[0];
}

/** If our setup is loaded before Mocha, or Mocha is bundled: the Mocha that its command, or else the project, would require. */
function installedMocha(): LoadedMocha[] {
  for (const from of [() => realpathSync(process.argv[1] ?? ''), () => PROJECT]) {
    try {
      const require = createRequire(from());
      const module = mochaIn(require('mocha'));
      if (module !== undefined) return [{ module, require }];
    } catch {
      // It does not resolve from there.
    }
  }
  return [];
}

/** Mocha 12 is an ES module around a CommonJS one, so `require` returns a namespace. */
function mochaIn(exports: unknown): MochaModule | undefined {
  if (isMocha(exports)) return exports;
  const hasDefault = typeof exports === 'object' && exports !== null && 'default' in exports;
  return hasDefault && isMocha(exports.default) ? exports.default : undefined;
}

function isMocha(module: unknown): module is MochaModule {
  return typeof module === 'function' && 'Runner' in module && 'Runnable' in module && 'reporters' in module;
}
