import { dirname, relative } from 'node:path';
import { isOlder } from '@testpoint/core/cli';
import type { SuiteFramework as Framework } from '@testpoint/frameworks/commands';
import { callOf } from './calls.js';
import { versionOf } from './framework-version.js';
import { type Manifest, manifestsFrom, suiteManifest } from './manifest.js';
import { programOf } from './other-programs.js';
import type { PackageManager } from './package-manager.js';
import { type TestCommand, testCommands } from './test-commands.js';

/** A folder of a repository, and the frameworks of its suites. */
interface Suites {
  root: string;
  frameworks: readonly Framework[];
}

/** A command, and where it runs. */
export interface ProjectCommand extends TestCommand {
  /** With slashes, relative to the repository's root. */
  folder: string;
}

/** The commands that run each test of a repository once. */
export function projectCommands(root: string, suites: readonly Suites[], manager: PackageManager): ProjectCommand[] {
  const commands = new Map<string, ProjectCommand>();
  for (const found of suites.flatMap((one) => commandsOf(root, one, manager))) {
    const key = [found.folder, found.name].join('\n');
    const known = commands.get(key);
    // One script runs suites in several folders.
    if (known === undefined) commands.set(key, found);
    else
      commands.set(key, { ...known, frameworks: [...known.frameworks, ...found.frameworks], shard: () => undefined });
  }
  return [...commands.values()];
}

function commandsOf(root: string, suites: Suites, manager: PackageManager): ProjectCommand[] {
  const manifest = suiteManifest(suites.root);
  const frameworks = suites.frameworks.map((one) =>
    asStarted(withoutNewerShards(one, suites.root, manifest), manifest),
  );
  const placed = (commands: readonly TestCommand[], folder: string) =>
    commands.map((command) => ({ ...command, folder: relative(root, folder).replaceAll('\\', '/') || '.' }));
  if (manifest?.isInherited !== true)
    return placed(testCommands(frameworks, manifest?.scripts ?? {}, manager), suites.root);
  const above = scriptsAbove(suites.root);
  const isCalled = (framework: Framework) =>
    Object.values(above.scripts).some((script) => callOf(framework).test(script));
  return [
    ...placed(testCommands(frameworks.filter(isCalled), above.scripts, manager), above.folder),
    ...placed(
      testCommands(
        frameworks.filter((one) => !isCalled(one)),
        {},
        manager,
      ),
      suites.root,
    ),
  ];
}

/** A framework with the command of the program that runs it, if there is no script for that. */
function asStarted(framework: Framework, manifest: Manifest | undefined): Framework {
  const command = manifest && programOf(framework, manifest)?.byHand;
  if (command === undefined) return framework;
  const { shards, ...others } = framework;
  return { ...others, command };
}

function withoutNewerShards(framework: Framework, root: string, manifest: Manifest | undefined): Framework {
  const version = manifest && versionOf(framework, root, manifest);
  const { shards, ...others } = framework;
  const isMissing = shards?.since !== undefined && version !== undefined && isOlder(version, shards.since);
  return isMissing ? others : framework;
}

/** The scripts of the nearest package that run something in this folder: `cd e2e && playwright test`. */
function scriptsAbove(root: string): { folder: string; scripts: Manifest['scripts'] } {
  const [nearest] = manifestsFrom(dirname(root));
  if (nearest === undefined) return { folder: root, scripts: {} };
  const place = relative(nearest.folder, root)
    .replaceAll('\\', '/')
    .replace(/[^\w/]/g, '\\$&');
  const enters = new RegExp(`(?:^|[;&|(]\\s*)cd\\s+["']?(?:\\./)?${place}/?["']?\\s*&&`);
  const entries = Object.entries(nearest.manifest.scripts).filter(([, script]) => enters.test(script));
  return { folder: nearest.folder, scripts: Object.fromEntries(entries) };
}
