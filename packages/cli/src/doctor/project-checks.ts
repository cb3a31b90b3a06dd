import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { CONFIG_FILES } from '@testpoint/core';
import type { ByHand, Framework } from '../init/frameworks/framework.js';
import { type Manifest, readManifest } from '../init/manifest.js';
import { type FileChange, planProject } from '../init/plan.js';
import { counted } from '../terminal.js';
import type { Check } from './check.js';
import { foreignApis } from './foreign-apis.js';
import { isOlder, majorOf, TESTED } from './tested-versions.js';

const OLDEST_NODE = '20.19';

/** Checks of the suite's project that need no service. @param version of this command */
export function checkProject(root: string, version: string): Check[] {
  const checks = [checkNode(), ...checkConfigFiles(root)];
  let manifest: Manifest | undefined;
  try {
    manifest = readManifest(root);
  } catch (error) {
    return [...checks, { what: 'package.json', ok: false, detail: `can't be read: ${String(error)}` }];
  }
  if (manifest === undefined) return checks;
  const plan = planProject(root, manifest);
  for (const framework of plan.frameworks) {
    checks.push(checkVersion(root, framework), checkReporter(root, framework, version));
  }
  checks.push(...checkSetup(plan), ...checkApis(root, plan.frameworks));
  return checks;
}

function checkNode(): Check {
  const { node } = process.versions;
  const ok = !isOlder(node, OLDEST_NODE);
  return { what: 'Node', ok, detail: ok ? node : `${node} is too old: use Node ${OLDEST_NODE} or newer` };
}

/** Testpoint reads the first one and ignores the others. */
function checkConfigFiles(root: string): Check[] {
  const [first, ...others] = CONFIG_FILES.filter((name) => existsSync(join(root, name)));
  if (others.length === 0) return [];
  return [
    {
      what: 'config file',
      ok: false,
      detail: `Testpoint uses ${first} and ignores ${others.join(', ')}: keep only one`,
    },
  ];
}

function checkVersion(root: string, { title, name, dependency }: Framework): Check {
  const what = title;
  const version = installedVersion(root, dependency);
  const { oldest, newest } = TESTED[name];
  if (version === undefined) {
    return { what, ok: undefined, detail: `${dependency} is not installed in ${root}: its version is unknown` };
  }
  if (isOlder(version, oldest)) {
    return { what, ok: false, detail: `${version} is too old: @testpoint/${name} works with ${oldest} and newer` };
  }
  return majorOf(version) > majorOf(newest)
    ? { what, ok: undefined, detail: `${version} is newer than the tested versions (${oldest} to ${newest})` }
    : { what, ok: true, detail: version };
}

function checkReporter(root: string, { reporter }: Framework, version: string): Check {
  const what = 'package';
  const installed = installedVersion(root, reporter);
  if (installed === undefined) {
    return { what, ok: false, detail: `${reporter} is not installed in ${root}: run testpoint init` };
  }
  return installed === version
    ? { what, ok: true, detail: `${reporter} ${installed}` }
    : {
        what,
        ok: false,
        detail: `${reporter} is ${installed}, but this command is ${version}: install the same version of both`,
      };
}

function checkSetup({
  frameworks,
  changes,
  byHand,
}: {
  frameworks: Framework[];
  changes: FileChange[];
  byHand: ByHand[];
}): Check[] {
  const what = 'setup';
  const checks = [
    ...changes.map(({ file, before }): Check => {
      const lack = before === undefined ? `there is no configuration (${file})` : `${file} lacks Testpoint's lines`;
      return { what, ok: false, detail: `${lack}: run testpoint init, which shows each change before it makes it` };
    }),
    ...byHand.map(({ file, why, paste, isWrong }): Check => {
      const then = isWrong === true ? '' : '. Testpoint can’t tell whether this is there';
      return { what, ok: isWrong === true ? false : undefined, detail: `${file}: ${why}${then}:\n${paste.join('\n')}` };
    }),
  ];
  if (checks.length > 0 || frameworks.length === 0) return checks;
  return [
    {
      what,
      ok: true,
      detail: `the reporter is in the configuration of ${frameworks.map(({ title }) => title).join(', ')}`,
    },
  ];
}

function checkApis(root: string, frameworks: readonly Framework[]): Check[] {
  const found = foreignApis(root, frameworks);
  const [first] = found;
  if (first === undefined) return [];
  const more = found.length === 1 ? '' : `, and ${counted(found.length - 1, 'other file')}`;
  const instead = first.instead.map((name) => `@testpoint/${name}/api`).join(' or ');
  return [
    {
      what: 'test API',
      ok: false,
      detail: `${first.file}:${first.line}${more} imports @testpoint/${first.imported}/api, which does nothing there: import ${instead}`,
    },
  ];
}

/** Resolves like the project's own modules. */
function installedVersion(root: string, name: string): string | undefined {
  try {
    const manifest: unknown = createRequire(join(root, 'package.json'))(`${name}/package.json`);
    if (typeof manifest !== 'object' || manifest === null || !('version' in manifest)) return undefined;
    return typeof manifest.version === 'string' ? manifest.version : undefined;
  } catch {
    return undefined;
  }
}
