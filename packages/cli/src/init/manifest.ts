import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { isObject } from '@testpoint/interface/codec';
import { WHY_BY_HAND } from './messages.js';
import { readText } from './text-file.js';

/** The parts of a package.json that commands use; members of a wrong type count as missing. */
export interface Manifest {
  text: string;
  /** Whether it is that of a folder above, of which scripts and workspaces don't count here. */
  isInherited: boolean;
  name: string | undefined;
  isModule: boolean;
  packageManager: string | undefined;
  /** Name of `devEngines.packageManager`. */
  devEngines: string | undefined;
  workspaces: unknown;
  scripts: Readonly<Record<string, string>>;
  /** Version ranges by name, of all kinds of dependencies. */
  dependencies: Readonly<Record<string, string>>;
}

/** @returns undefined if the folder has no package.json. @throws SyntaxError if it is neither UTF-8 nor valid JSON */
export function readManifest(folder: string): Manifest | undefined {
  const path = join(folder, 'package.json');
  if (!existsSync(path)) return undefined;
  const text = readText(path);
  if (text === undefined) throw new SyntaxError(WHY_BY_HAND.notUtf8);
  const content: unknown = JSON.parse(text.replace(/^\uFEFF/, ''));
  const fields = isObject(content) ? content : {};
  const { devEngines } = fields;
  return {
    text,
    isInherited: false,
    name: textIn(fields.name),
    isModule: fields.type === 'module',
    packageManager: textIn(fields.packageManager),
    devEngines:
      isObject(devEngines) && isObject(devEngines.packageManager) ? textIn(devEngines.packageManager.name) : undefined,
    workspaces: fields.workspaces,
    scripts: commandsOf(textsOf(fields.scripts), fields.wireit),
    dependencies: {
      ...textsOf(fields.peerDependencies),
      ...textsOf(fields.optionalDependencies),
      ...textsOf(fields.dependencies),
      ...textsOf(fields.devDependencies),
    },
  };
}

/** The same where one that can't be read does not matter. */
export function findManifest(folder: string): Manifest | undefined {
  try {
    return readManifest(folder);
  } catch {
    return undefined;
  }
}

/** The manifest of a suite's folder: its own, or that of the nearest folder above. @throws like readManifest */
export function suiteManifest(folder: string): Manifest | undefined {
  const own = readManifest(folder);
  if (own !== undefined) return own;
  const [above] = manifestsFrom(folder);
  return above && { ...above.manifest, text: '{}', isInherited: true, scripts: {}, workspaces: undefined };
}

/** The manifests that can be read of a folder and those above it, the nearest first. */
export function manifestsFrom(folder: string): { folder: string; manifest: Manifest }[] {
  const manifest = findManifest(folder);
  const above = folder === dirname(folder) ? [] : manifestsFrom(dirname(folder));
  return manifest === undefined ? above : [{ folder, manifest }, ...above];
}

/** The commands of scripts, also of those that Wireit runs. */
function commandsOf(scripts: Record<string, string>, wireit: unknown): Record<string, string> {
  if (!isObject(wireit)) return scripts;
  const commands = Object.entries(wireit).flatMap(([name, script]) => {
    const command = isObject(script) ? textIn(script.command) : undefined;
    return command !== undefined && scripts[name] === 'wireit' ? [[name, command]] : [];
  });
  return { ...scripts, ...Object.fromEntries(commands) };
}

function textsOf(value: unknown): Record<string, string> {
  if (!isObject(value)) return {};
  return Object.fromEntries(
    Object.entries(value).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );
}

function textIn(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}
