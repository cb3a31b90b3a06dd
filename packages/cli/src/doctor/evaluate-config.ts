// A program of its own, because a configuration may hang, exit or change globals. Sends `EvaluatedConfig` to its parent, or
// undefined if the framework is not installed.
//
//   node evaluate-config.js <framework> <its package> <folder> [configuration file]
import { spawnSync } from 'node:child_process';
import { realpathSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { asList, type EvaluatedConfig, FRAMEWORKS } from '@testpoint/frameworks/commands';
import { isObject } from '@testpoint/interface/codec';
import { manifestsFrom } from '../init/manifest.js';
import { otherFramework } from './messages.js';

const [name = '', dependency = '', folder = '.', file] = process.argv.slice(2);
const framework = FRAMEWORKS.find((one) => one.name === name);
const root = resolve(folder);
const project = createRequire(join(root, 'package.json'));

process.chdir(root);
const evaluated = isInstalled() ? await evaluate() : undefined;
process.send?.({ evaluated }, () => process.exit());

function isInstalled(): boolean {
  if (framework?.comesWithNode) return true;
  try {
    project.resolve(`${dependency}/package.json`);
    return true;
  } catch {
    return false;
  }
}

async function evaluate(): Promise<EvaluatedConfig | undefined> {
  return framework?.evaluate({
    ...{ root, require: project, dependency, file, run, oursIn, foreignIn, isOurs },
    isModule: (path) => manifestsFrom(path)[0]?.manifest.isModule === true,
  });
}

function run(args: readonly string[]): string {
  const { status, stdout, stderr } = spawnSync(process.execPath, args, {
    ...{ cwd: root, encoding: 'utf8' as const },
    // Jest shows the configuration of each of its projects.
    maxBuffer: Number.POSITIVE_INFINITY,
  });
  if (status === 0) return stdout;
  throw new Error((stderr || stdout).trim());
}

function oursIn(reporters: readonly unknown[]): Record<string, unknown>[] {
  return reporters
    .filter((entry) => isOurs(entry, `@testpoint/${name}`))
    .map((entry) => (Array.isArray(entry) && isObject(entry[1]) ? entry[1] : {}));
}

function foreignIn(reporters: readonly unknown[]): string[] {
  return FRAMEWORKS.flatMap(({ title, reporter }) => {
    if (reporter === `@testpoint/${name}` || !reporters.some((entry) => isOurs(entry, reporter))) return [];
    return [otherFramework(reporter, framework?.title, title)];
  });
}

function isOurs(entry: unknown, ours: string): boolean {
  const [path] = asList(entry);
  if (path === ours) return true;
  try {
    return typeof path === 'string' && realpathSync(project.resolve(path)) === realpathSync(project.resolve(ours));
  } catch {
    return false;
  }
}
