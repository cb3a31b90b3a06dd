import { existsSync } from 'node:fs';
import { basename, dirname, extname, join, posix, relative } from 'node:path';
import type { ByHand, SuiteFramework as Framework, Obstacle } from '@testpoint/frameworks/commands';
import {
  branchesOf,
  type ConfigFile,
  type ConfigValue,
  type Data,
  UnreadableConfig,
} from '@testpoint/frameworks/commands';
import { globSync } from 'tinyglobby';
import { callsIn, withArguments } from './calls.js';
import { processIn } from './checkers.js';
import { ScriptConfig } from './config/script-config.js';
import { YamlConfig } from './config/yaml-config.js';
import { configFilesOf, configNamedIn, ownConfigOf } from './config-files.js';
import { describeTooOld } from './framework-version.js';
import { importsOf } from './imports.js';
import { type Manifest, readManifest } from './manifest.js';
import { noConfiguration, notParsed, WHY_BY_HAND } from './messages.js';
import { byOthers, programOf } from './other-programs.js';
import { whyUnclear } from './other-runner.js';
import { frameworksOf } from './suites.js';
import { readText } from './text-file.js';

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
  /** Frameworks whose version is not supported, so nothing is planned for them. */
  tooOld: { title: string; why: string }[];
  /** Frameworks that another program may run with a configuration of its own. */
  unclear: { title: string; why: string }[];
  /** Programs that run frameworks with a configuration of their own, and what to do there. */
  byOthers: { title: string; why: string }[];
  changes: FileChange[];
  byHand: ByHand[];
}

/** Plans the changes that a project's files need for our reporters. Changes nothing. */
export function planProject(root: string, manifest: Manifest): ProjectPlan {
  const plan: ProjectPlan = { frameworks: [], tooOld: [], unclear: [], byOthers: [], changes: [], byHand: [] };
  for (const framework of frameworksOf(root, manifest)) {
    const why = describeTooOld(framework, root, manifest);
    if (why !== undefined) {
      plan.tooOld.push({ title: framework.title, why });
      continue;
    }
    plan.frameworks.push(framework);
    planFramework(plan, framework, root, manifest);
    planScripts(plan, framework, root);
  }
  plan.byOthers = byOthers(root, manifest, plan.changes);
  plan.changes = plan.changes.filter(({ before, after }) => before !== after);
  return plan;
}

function planFramework(plan: ProjectPlan, framework: Framework, root: string, manifest: Manifest): void {
  const files = configFilesOf(framework, root, manifest);
  // It reads no configuration that we could write.
  if (files.length === 0 && programOf(framework, manifest) !== undefined) return;
  const configs = files.map((file) => ({ file, config: planFile(plan, framework, root, file) }));
  const why = whyUnclear(framework, manifest, configs);
  if (why !== undefined) plan.unclear.push({ title: framework.title, why });
  for (const { file, config } of configs) {
    for (const project of projectFilesOf(framework, config, root, file))
      planFile(plan, project.framework, root, project.file);
  }
  if (files.length > 0 || framework.newConfig === undefined) return;
  const process = processIn(root, '.js') ?? 'process';
  const { file, text } = framework.newConfig({ isModule: manifest.isModule, process });
  plan.changes.push({ file, before: undefined, after: text });
}

/** Files with configurations of their own that a configuration names. */
function projectFilesOf(
  framework: Framework,
  config: ConfigValue | undefined,
  root: string,
  file: string,
): { framework: Framework; file: string }[] {
  const { projects } = framework;
  if (projects === undefined || config === undefined) return [];
  const patterns = branchesOf(config)
    .flatMap((branch) => projects.of(branch))
    .map((pattern) => pattern.replace(/^<rootDir>\/?/, '') || '.');
  const cwd = join(root, dirname(file));
  const found = globSync(patterns, { cwd, onlyFiles: false, expandDirectories: false, ignore: ['**/node_modules/**'] });
  return found.flatMap((path) => {
    const place = relative(root, join(cwd, path)).replaceAll('\\', '/');
    const files = [ownConfigOf(framework, root, place), posix.join(place, 'package.json'), place];
    // Jest ignores other files that match, such as a README.
    const own = files.find((name) => name && /\.([cm]?[jt]s|json)$/.test(name) && existsSync(join(root, name)));
    return own === undefined ? [] : [{ framework: { ...framework, setUp: projects.setUp }, file: own }];
  });
}

/** Adds the change of a file to the plan. @returns the file's configuration, if it can be read */
function planFile(plan: ProjectPlan, framework: Framework, root: string, file: string): ConfigValue | undefined {
  // Several frameworks may share a file (vite.config, package.json).
  const known = plan.changes.find((change) => change.file === file);
  const before = known?.after ?? readText(join(root, file));
  if (before === undefined) {
    plan.byHand.push(...unread(framework, root, file, '', WHY_BY_HAND.notUtf8));
    return undefined;
  }
  const change = known ?? { file, before, after: before };
  if (known === undefined) plan.changes.push(change);
  const stays = (why: string): undefined => {
    plan.byHand.push(...unread(framework, root, file, before, why));
  };
  // TypeScript would refuse reporters there.
  if (/ts$/.test(file) && framework.contentOf?.(basename(file), () => before) === 'project')
    return stays(WHY_BY_HAND.defineProject);
  try {
    const imported = importedText(plan, root, file, before);
    const { config, root: value, obstacles } = edit(framework, root, file, withKey(framework, file, before), imported);
    const after = withTypes(framework, file, before, config.after);
    // If we can't read what we wrote, we have misunderstood the file.
    if (edit(framework, root, file, after, imported).config.after !== after) return stays(WHY_BY_HAND.notUnderstood);
    change.after = after;
    const open = byHand(file, before + imported, config, obstacles);
    plan.byHand.push(...(open.length > 0 ? (spreading(framework, root, config, open) ?? open) : []));
    return value;
  } catch (error) {
    if (!(error instanceof UnreadableConfig)) throw error;
    return stays(notParsed(error.message.split('\n')[0]));
  }
}

/** What to paste into a file that can't be read. */
function unread(framework: Framework, root: string, file: string, before: string, why: string): ByHand[] {
  const obstacles = framework.setUp({ kind: 'unknown', what: '', source: '' }, []);
  const empty = parse(root, file, isJson(file) ? '{}' : '');
  return byHand(
    file,
    before,
    empty,
    obstacles.map((obstacle) => ({ ...obstacle, why })),
  );
}

/** The text of the files that a file imports, as they will be. */
function importedText({ changes }: ProjectPlan, root: string, file: string, text: string): string {
  const planned = (name: string) => changes.find((change) => change.file === name)?.after;
  return importsOf(root, file, text)
    .map((name) => planned(name) ?? readText(join(root, name)) ?? '')
    .join('\n');
}

function edit(framework: Framework, folder: string, file: string, text: string, imported = '') {
  const config = parse(folder, file, text, imported);
  const isManifest = file.endsWith('package.json');
  const root = (isManifest && memberOf(config.root, framework.packageKey ?? '')) || config.root;
  const names = config instanceof ScriptConfig ? config.namesFrom(framework.reporter) : [];
  return { config, root, obstacles: branchesOf(root).flatMap((branch) => framework.setUp(branch, names)) };
}

/** What to export instead of a configuration from elsewhere, to keep what that has. */
function spreading(framework: Framework, root: string, config: ConfigFile, open: readonly ByHand[]) {
  const [first] = open;
  if (!(config instanceof ScriptConfig) || config.spreading === undefined || first === undefined) return undefined;
  const { config: other, obstacles } = edit(framework, root, first.file, config.spreading);
  const known = new Set(config.edits.before.split(/\r?\n/));
  const paste = other.after.split(/\r?\n/).filter((line) => !known.has(line));
  return obstacles.length > 0 ? undefined : [{ ...first, paste, isExport: true as const }];
}

/** @throws UnreadableConfig */
function parse(root: string, file: string, text: string, imported = ''): ConfigFile {
  const extension = extname(file);
  if (extension === '.yaml' || extension === '.yml') return new YamlConfig(text);
  return new ScriptConfig(text, isJson(file) ? '.json' : extension, processIn(root, file), imported);
}

function isJson(file: string): boolean {
  return /rc$|\.jsonc?$/.test(file);
}

/** What is left to do by hand, in the file's own notation. Leaves out what the file contains already. */
function byHand(file: string, before: string, config: ConfigFile, obstacles: readonly Obstacle[]): ByHand[] {
  const open = obstacles.filter(
    ({ isWrong, paste }) => isWrong === true || !packagesIn(paste).every((name) => isQuoted(name, before)),
  );
  const found = open.map(({ paste, ...obstacle }) => ({
    ...obstacle,
    file,
    paste: Object.entries(paste).map(([key, data]) => config.member(key, data)),
  }));
  // The branches of a condition may have the same obstacle.
  return [...new Map(found.map((one) => [JSON.stringify(one), one])).values()];
}

function packagesIn(data: Data): string[] {
  if (typeof data === 'string') return data.startsWith('@testpoint/') ? [data] : [];
  return typeof data === 'object' ? Object.values(data).flatMap(packagesIn) : [];
}

function isQuoted(name: string, text: string): boolean {
  return ['"', "'", '`'].some((quote) => text.includes(quote + name + quote));
}

/** The text of a package.json with a place for settings of the framework. */
function withKey({ packageKey = '' }: Framework, file: string, text: string): string {
  const config = basename(file) === 'package.json' ? new ScriptConfig(text, '.json') : undefined;
  if (config?.root.kind !== 'object' || config.root.get(packageKey) !== undefined) return text;
  config.root.add(packageKey, {});
  return config.after;
}

/** Vite's own types don't include `test`. */
function withTypes({ contentOf, types = '' }: Framework, file: string, before: string, after: string): string {
  const isTyped = /ts$/.test(file) && contentOf?.(basename(file), () => before) === 'place';
  if (!isTyped || before === after || types === '' || before.includes(types)) return after;
  const lineEnd = /\r\n/.test(before) ? '\r\n' : '\n';
  return `/// <reference types="${types}" />${lineEnd}${after}`;
}

function memberOf(value: ConfigValue | undefined, key: string): ConfigValue | undefined {
  return value?.kind === 'object' ? value.get(key) : undefined;
}

/** Reporters that a script passes on the command line replace those of the configuration, so ours joins them. */
function planScripts(plan: ProjectPlan, framework: Framework, root: string): void {
  const known = plan.changes.find(({ file }) => file === 'package.json');
  const before = known?.after ?? readManifest(root)?.text ?? '{}';
  const config = new ScriptConfig(before, '.json');
  const members = memberOf(config.root, 'scripts');
  if (members?.kind !== 'object') return;
  const entries = members.keys.flatMap((name) => {
    const script = members.get(name);
    const byWireit = memberOf(memberOf(memberOf(config.root, 'wireit'), name), 'command');
    const value = script?.kind === 'text' && script.text === 'wireit' ? byWireit : script;
    return value?.kind === 'text' ? [{ name, value }] : [];
  });
  const scripts = Object.fromEntries(entries.map(({ name, value }) => [name, value.text]));
  for (const { name, given } of callsIn(framework, scripts)) {
    const config = configNamedIn(framework, root, given);
    if (config.name === undefined || config.file !== undefined || given.includes(framework.reporter)) continue;
    const why = noConfiguration(name, config.name);
    plan.byHand.push(...unread(framework, root, 'package.json', '', why));
  }
  const changed = withArguments(framework, scripts, (given) => {
    if (given.includes(framework.reporter)) return given;
    const [option, value] = framework.options.reporter.exec(given) ?? [];
    if (option === undefined || value === undefined) return withoutConfiguration(framework, given);
    return given.replace(option, () => framework.withReporter(option, value, given));
  });
  for (const { name, value } of entries) if (changed[name] !== value.text) value.replace(changed[name] ?? '');
  const { after } = config;
  if (known !== undefined) known.after = after;
  else plan.changes.push({ file: 'package.json', before, after });
}

function withoutConfiguration({ withoutConfig }: Framework, given: string): string {
  if (withoutConfig === undefined) return given;
  const { option, added } = withoutConfig;
  return given.replace(option, (found) => found + (typeof added === 'string' ? added : added(given)));
}
