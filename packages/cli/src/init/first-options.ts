import { existsSync } from 'node:fs';
import { extname, join, posix } from 'node:path';
import type { TestpointOptions } from '@testpoint/core';
import { CONFIG_FILES } from '@testpoint/core/cli';
import type { ConfigValue, Data, SuiteFramework as Framework } from '@testpoint/frameworks/commands';
import { UnreadableConfig } from '@testpoint/frameworks/commands';
import { foldersIn } from './calls.js';
import { ScriptConfig } from './config/script-config.js';
import type { Manifest } from './manifest.js';
import { WHY_BY_HAND } from './messages.js';
import type { FileChange, ProjectPlan } from './plan.js';
import { packagesWithSuites } from './suites.js';
import { readText } from './text-file.js';

type OptionsPlan = Pick<ProjectPlan, 'changes' | 'byHand'>;

/** Options that every project gets, unless it sets them. */
const FIRST_OPTIONS: Readonly<Partial<Record<keyof TestpointOptions, Data>>> = { report: true };

/** Our own options in a project, and in folders of it in which scripts start a framework that finds its configuration above. */
export function planOptions(root: string, { scripts }: Manifest, frameworks: readonly Framework[]): OptionsPlan {
  const entered = frameworks
    .filter(({ looksAbove }) => looksAbove !== undefined)
    .flatMap((one) => foldersIn(one, scripts));
  const others = [...packagesWithSuites(root), '.'];
  const isOurs = (folder: string) =>
    !others.includes(folder) && existsSync(join(root, folder)) && !existsSync(join(root, folder, 'package.json'));
  const plans = ['.', ...new Set(entered.filter(isOurs))].map((folder) => optionsIn(root, folder));
  return { changes: plans.flatMap(({ changes }) => changes), byHand: plans.flatMap(({ byHand }) => byHand) };
}

/** In the existing configuration file of a folder or in a new one. */
function optionsIn(root: string, folder: string): OptionsPlan {
  const options = Object.entries(FIRST_OPTIONS);
  if (options.length === 0) return { changes: [], byHand: [] };
  const files = CONFIG_FILES.map((name) => posix.join(folder, name));
  const file = files.find((name) => existsSync(join(root, name)));
  if (file === undefined) {
    const after = `${JSON.stringify(FIRST_OPTIONS, null, 2)}\n`;
    return { changes: [{ file: posix.join(folder, 'testpoint.config.json'), before: undefined, after }], byHand: [] };
  }
  const before = readText(join(root, file));
  const paste = options.map(([key, data]) => `${key}: ${JSON.stringify(data)},`);
  if (before === undefined) return { changes: [], byHand: [{ file, why: WHY_BY_HAND.notUtf8, paste }] };
  try {
    const config = new ScriptConfig(before, extname(file));
    const missing = options.filter(([key]) => isMissing(config.root, key));
    if (config.root.kind === 'object') {
      for (const [key, data] of missing) config.root.add(key, data);
      return { changes: [{ file, before, after: config.after }], byHand: [] };
    }
  } catch (error) {
    if (!(error instanceof UnreadableConfig)) throw error;
  }
  return { changes: [], byHand: [{ file, why: WHY_BY_HAND.options, paste }] };
}

/** Adds the report to the files that Git ignores at a project's root. Formatters and linters read no such file of the report itself. */
export function planIgnored(root: string): FileChange[] {
  const file = '.gitignore';
  const before = existsSync(join(root, file)) ? readText(join(root, file)) : undefined;
  if (before === undefined || /testpoint-report/.test(before)) return [];
  const lineEnd = before.includes('\r\n') ? '\r\n' : '\n';
  const after = `${before.replace(/(?<=[^\n])$/, lineEnd)}testpoint-report/${lineEnd}`;
  return [{ file, before, after }];
}

function isMissing(root: ConfigValue, key: string): boolean {
  return root.kind === 'object' && root.get(key) === undefined;
}
