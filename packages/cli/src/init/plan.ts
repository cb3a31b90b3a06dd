import { existsSync } from 'node:fs';
import { extname, join } from 'node:path';
import type { ConfigFile, ConfigValue } from './config/config-value.js';
import { UnreadableConfig } from './config/config-value.js';
import { ScriptConfig } from './config/script-config.js';
import { YamlConfig } from './config/yaml-config.js';
import type { ByHand, Framework } from './frameworks/framework.js';
import { FRAMEWORKS } from './frameworks/index.js';
import type { Manifest } from './manifest.js';
import { NOT_UTF8, readText } from './text-file.js';

/** One file of the project, with its current and its new content, which are equal if there is nothing to do. */
export interface FileChange {
  /** Relative to the project, with slashes. */
  file: string;
  /** Undefined if the file is new. */
  before: string | undefined;
  after: string;
}

export interface ProjectPlan {
  frameworks: Framework[];
  changes: FileChange[];
  byHand: ByHand[];
}

/** Plans the changes that a project's files need for our reporters. Changes nothing. */
export function planProject(root: string, manifest: Manifest): ProjectPlan {
  const frameworks = FRAMEWORKS.filter((framework) => isUsed(framework, root, manifest));
  const plan: ProjectPlan = { frameworks, changes: [], byHand: [] };
  for (const framework of frameworks) {
    planFramework(plan, framework, root, manifest);
    plan.byHand.push(...overruledByScripts(framework, manifest));
  }
  plan.changes = plan.changes.filter(({ before, after }) => before !== after);
  return plan;
}

function isUsed({ dependency, configFiles, isShared }: Framework, root: string, manifest: Manifest): boolean {
  if (manifest.dependencies[dependency] !== undefined) return true;
  return configFiles.some((name) => isShared?.(name) !== true && existsSync(join(root, name)));
}

function planFramework(plan: ProjectPlan, framework: Framework, root: string, manifest: Manifest): void {
  const files = configFilesOf(framework, root, manifest);
  for (const file of files) {
    const before = readText(join(root, file));
    if (before === undefined) {
      plan.byHand.push({ file, why: NOT_UTF8, paste: pasteFor(framework) });
      continue;
    }
    const { after, obstacles } = setUpFile(framework, file, before);
    plan.changes.push({ file, before, after });
    plan.byHand.push(...obstacles);
  }
  if (files.length > 0) return;
  const isTypeScript = manifest.dependencies.typescript !== undefined || existsSync(join(root, 'tsconfig.json'));
  const { file, text } = framework.newConfig({ isTypeScript, isModule: manifest.isModule });
  plan.changes.push({ file, before: undefined, after: text });
}

/** The files that scripts name, or else the one that the framework would find. */
function configFilesOf(framework: Framework, root: string, manifest: Manifest): string[] {
  const named = Object.values(manifest.scripts)
    .filter((script) => isCommandOf(framework, script))
    .map((script) => framework.options.config.exec(script)?.groups?.value)
    .filter((file) => file !== undefined && existsSync(join(root, file)));
  const found = framework.configFiles.find((name) => existsSync(join(root, name)));
  const isKeyed = framework.packageKey !== undefined && holdsKey(manifest, framework.packageKey);
  const own = found ?? (isKeyed ? 'package.json' : undefined);
  return [...new Set([...named, own].filter((file) => file !== undefined))];
}

function holdsKey({ text }: Manifest, key: string): boolean {
  const { root } = new ScriptConfig(text, '.json');
  return root.kind === 'object' && root.get(key) !== undefined;
}

function setUpFile(framework: Framework, file: string, before: string): { after: string; obstacles: ByHand[] } {
  const stayed = (why: string): { after: string; obstacles: ByHand[] } => ({
    after: before,
    obstacles: [{ file, why, paste: pasteFor(framework) }],
  });
  try {
    const { config, obstacles } = edit(framework, file, before);
    const after = withTypes(framework, file, before, config.after);
    // If we can't read what we wrote, we have misunderstood the file.
    const again = edit(framework, file, after);
    if (again.config.after !== after) return stayed('init does not understand how it is written');
    return { after, obstacles: obstacles.map((obstacle) => ({ file, ...obstacle })) };
  } catch (error) {
    if (!(error instanceof UnreadableConfig)) throw error;
    return stayed(`it can’t be read (${error.message.split('\n')[0]})`);
  }
}

function edit(framework: Framework, file: string, text: string) {
  const extension = file.endsWith('rc') ? '.json' : extname(file);
  const isYaml = extension === '.yaml' || extension === '.yml';
  const script = isYaml ? undefined : new ScriptConfig(text, extension);
  const config: ConfigFile = script ?? new YamlConfig(text);
  const root = file === 'package.json' ? keyed(config.root, framework.packageKey) : config.root;
  return { config, obstacles: framework.setUp(root, script?.namesFrom(framework.reporter) ?? []) };
}

function keyed(root: ConfigValue, key: string | undefined): ConfigValue {
  const value = root.kind === 'object' && key !== undefined ? root.get(key) : undefined;
  return value ?? root;
}

/** Vite's own types don't include `test`. */
function withTypes({ isShared }: Framework, file: string, before: string, after: string): string {
  const isTyped = /ts$/.test(file) && isShared?.(file) === true;
  if (!isTyped || before === after || /vitest\/config/.test(before)) return after;
  const lineEnd = /\r\n/.test(before) ? '\r\n' : '\n';
  return `/// <reference types="vitest/config" />${lineEnd}${after}`;
}

function pasteFor(framework: Framework): string[] {
  return framework.setUp({ kind: 'unknown', what: '', source: '' }, []).flatMap(({ paste }) => paste);
}

/** Reporters that a script passes on the command line replace those of the configuration. */
function overruledByScripts(framework: Framework, { scripts }: Manifest): ByHand[] {
  return Object.entries(scripts).flatMap(([name, script]) => {
    const option = isCommandOf(framework, script) ? framework.options.reporter.exec(script) : null;
    if (option === null || script.includes(framework.reporter)) return [];
    return [
      {
        file: 'package.json',
        isWrong: true,
        why: `script "${name}" names a reporter (${option[0].trim()}), which overrides the configuration: remove it there, or add ours`,
        paste: [`${option[0].trim().split(/[= ]/)[0]} ${framework.reporter}`],
      },
    ];
  });
}

function isCommandOf({ name }: Framework, script: string): boolean {
  return new RegExp(`(^|[\\s;&|/])${name}(\\.[cm]?js)?(\\s|$)`).test(script);
}
