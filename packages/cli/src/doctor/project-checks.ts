import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CONFIG_FILES, isOlder } from '@testpoint/core/cli';
import type { EvaluatedConfig, SuiteFramework as Framework } from '@testpoint/frameworks/commands';
import { callsIn } from '../init/calls.js';
import { configFilesOf } from '../init/config-files.js';
import { installedVersion, packageOf, versionOf } from '../init/framework-version.js';
import { type Manifest, manifestsFrom, suiteManifest } from '../init/manifest.js';
import { programOf } from '../init/other-programs.js';
import { type ProjectPlan, planProject } from '../init/plan.js';
import { ALL_TITLES, packagesWithSuites } from '../init/suites.js';
import { invocation } from '../invocation.js';
import { type Check, right, unsure, wrong } from './check.js';
import { evaluateConfig } from './framework-config.js';
import * as messages from './messages.js';

const OLDEST_NODE = '20.19';

/** What the suite's project says about itself, without a service. */
export interface ProjectFindings {
  checks: Check[];
  /** The options of our reporters, as the frameworks pass them on. */
  reporters: { framework: Framework; options: Record<string, unknown> }[];
}

/** @param version of this command */
export async function checkProject(root: string, version: string): Promise<ProjectFindings> {
  const checks = [checkNode(), ...checkConfigFiles(root), ...checkTurborepo(root)];
  const reporters: ProjectFindings['reporters'] = [];
  let manifest: Manifest | undefined;
  try {
    manifest = suiteManifest(root);
  } catch (error) {
    checks.push(wrong('package.json', messages.manifestUnreadable(error)));
  }
  if (manifest === undefined) {
    if (checks.every(({ what }) => what !== 'package.json')) {
      checks.push(unsure('framework', messages.noManifest(root)));
    }
    return { checks, reporters };
  }
  const plan = planProject(root, manifest);
  const packages = packagesWithSuites(root);
  if ([plan.frameworks, plan.tooOld, plan.byOthers].every((list) => list.length === 0)) {
    checks.push(wrong('framework', messages.noFramework(ALL_TITLES, root, packages)));
  } else if (packages.length > 0) checks.push(unsure('packages', messages.packagesWithSuites(packages)));
  checks.push(...plan.tooOld.map(({ title, why }) => wrong(title, why)));
  checks.push(...[...plan.unclear, ...plan.byOthers].map(({ title, why }) => unsure(title, why)));
  const evaluated = await Promise.all(plan.frameworks.map((framework) => evaluate(root, manifest, framework)));
  for (const [index, framework] of plan.frameworks.entries()) {
    checks.push(checkVersion(root, framework, manifest), checkReporter(root, framework, version));
    for (const { title, config } of evaluated[index] ?? []) {
      if (config === undefined) continue;
      if ('failed' in config) {
        checks.push(wrong('setup', `${title}'s configuration ${config.failed}`));
        continue;
      }
      checks.push(...checkEvaluated({ ...framework, title }, config));
      reporters.push(...config.ours.map((options) => ({ framework, options })));
    }
  }
  const isRead = (framework: Framework) =>
    evaluated[plan.frameworks.indexOf(framework)]?.every(
      ({ config }) => config !== undefined && !('failed' in config),
    ) === true;
  const replacing = plan.frameworks.flatMap((framework) => replacingScripts(framework, manifest));
  checks.push(...replacing, ...checkSetup(root, manifest, plan, isRead, replacing.length > 0));
  return { checks, reporters };
}

/**
 * Each configuration of a framework. Undefined if the framework is not installed, or if Angular configures it, which only its
 * own command can tell.
 */
async function evaluate(root: string, manifest: Manifest, framework: Framework) {
  const files = configFilesOf(framework, root, manifest);
  // A program that runs it has a configuration of its own.
  if (files.length === 0 && programOf(framework, manifest) !== undefined) return [];
  return Promise.all(
    (files.length === 0 ? [undefined] : files).map(async (file) => ({
      title: files.length > 1 ? `${framework.title} (${file})` : framework.title,
      config: file?.endsWith('angular.json') ? undefined : await evaluateConfig(root, framework, file),
    })),
  );
}

function checkEvaluated({ setupKey: key, title, reporter }: Framework, evaluated: EvaluatedConfig): Check[] {
  const { ours, setupKeys, withoutSetup = [], problems } = evaluated;
  const what = 'setup';
  const checks = problems.map((detail) => wrong(what, detail));
  if (ours.length === 0) {
    checks.push(wrong(what, messages.reporterMissing(reporter, title)));
    return checks;
  }
  const destinations = ours.map(({ url, testRunId, outboxDir }) => JSON.stringify([url, testRunId, outboxDir]));
  if (new Set(destinations).size < ours.length) {
    checks.push(wrong(what, messages.reporterTwice(reporter, title)));
  }
  for (const other of setupKeys.filter((one) => one !== key)) {
    checks.push(wrong(what, messages.setupMisplaced(reporter, other, key)));
  }
  if (key !== undefined && (setupKeys.length === 0 || withoutSetup.length > 0)) {
    const place = setupKeys.length === 0 ? title : `${title}'s projects ${[...new Set(withoutSetup)].join(', ')}`;
    checks.push(unsure(what, messages.setupMissing(reporter, key, place)));
  }
  if (checks.length === 0) checks.push(right(what, messages.reporterIsThere(title)));
  return checks;
}

function checkNode(): Check {
  const { node } = process.versions;
  const ok = !isOlder(node, OLDEST_NODE);
  return { what: 'Node', ok, detail: ok ? node : messages.nodeTooOld(node, OLDEST_NODE) };
}

/** Testpoint reads the first one and ignores the others. */
function checkConfigFiles(root: string): Check[] {
  const [first, ...others] = CONFIG_FILES.filter((name) => existsSync(join(root, name)));
  if (others.length === 0) return [];
  return [wrong('config file', messages.twoConfigFiles(first, others))];
}

/** Since version 2, Turborepo passes only variables that it knows to tasks. */
function checkTurborepo(root: string): Check[] {
  const files = manifestsFrom(root).flatMap(({ folder }) =>
    ['json', 'jsonc'].map((end) => join(folder, `turbo.${end}`)),
  );
  const texts = files.filter((file) => existsSync(file)).map((file) => readFileSync(file, 'utf8'));
  const isStrict = texts.some((text) => text.includes('"tasks"')) && !/"(TMS_.*|\*|loose)"/.test(texts.join('\n'));
  if (!isStrict || !Object.keys(invocation().env).some((name) => name.startsWith('TMS_'))) return [];
  return [unsure('turbo.json', messages.turborepoIsStrict)];
}

function checkVersion(root: string, framework: Framework, manifest: Manifest): Check {
  const { title: what, versions } = framework;
  const version = versionOf(framework, root, manifest);
  const { oldest, newest } = versions;
  if (version === undefined) return unsure(what, messages.frameworkNotInstalled(packageOf(framework, root), root));
  return Number.parseInt(version, 10) > Number.parseInt(newest, 10)
    ? unsure(what, messages.frameworkIsNew(version, oldest, newest))
    : right(what, version);
}

function checkReporter(root: string, { reporter }: Framework, version: string): Check {
  const what = 'package';
  const installed = installedVersion(root, reporter);
  if (installed === undefined) return wrong(what, messages.reporterNotInstalled(reporter, root));
  return installed === version
    ? right(what, `${reporter} ${installed}`)
    : wrong(what, messages.otherVersion(reporter, installed, version));
}

/** Scripts whose arguments remove our reporter. */
function replacingScripts(framework: Framework, { scripts }: Manifest): Check[] {
  const { options, reporter, comesWithNode } = framework;
  if (comesWithNode) return [];
  return callsIn(framework, scripts).flatMap(({ name, given }) => {
    const option = options.reporter.exec(given)?.[0].trim();
    if (option === undefined || given.includes(reporter)) return [];
    return [wrong('setup', messages.scriptReplaces(name, option, reporter))];
  });
}

/** What the text of the files shows, for frameworks whose configuration could not be loaded, and for scripts. */
function checkSetup(
  root: string,
  manifest: Manifest,
  { frameworks, changes, byHand }: ProjectPlan,
  isRead: (framework: Framework) => boolean,
  areScriptsNamed: boolean,
): Check[] {
  const what = 'setup';
  const read = new Set(frameworks.filter(isRead).flatMap((framework) => configFilesOf(framework, root, manifest)));
  const isOpen = ({ file }: { file: string }) => file === 'package.json' || !read.has(file);
  const unread = frameworks.filter((framework) => !isRead(framework));
  const checks = [
    ...changes
      .filter((change) => isOpen(change) && (change.before !== undefined || unread.length > 0))
      .filter(({ file }) => !areScriptsNamed || file !== 'package.json')
      .map(({ file, before }) =>
        wrong(what, before === undefined ? messages.noConfiguration(file) : messages.linesMissing(file)),
      ),
    ...byHand.filter(isOpen).map(({ file, why, paste, isWrong }): Check => {
      const text = isWrong === true ? `${file}: ${why}` : messages.linesUnclear(file, why);
      return { what, ok: isWrong === true ? false : undefined, detail: `${text}:\n${paste.join('\n')}` };
    }),
  ];
  if (checks.length > 0 || unread.length === 0) return checks;
  const titles = unread.map(({ title }) => title).join(', ');
  return [right(what, messages.reporterIsThere(titles))];
}
