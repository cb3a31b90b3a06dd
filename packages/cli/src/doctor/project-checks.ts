import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CONFIG_FILES } from '@testpoint/core/cli';
import { configFilesOf } from '../init/config-files.js';
import { installedVersion, packageOf, versionOf } from '../init/framework-version.js';
import type { Framework } from '../init/frameworks/framework.js';
import { type Manifest, manifestsFrom, suiteManifest } from '../init/manifest.js';
import { type ProjectPlan, planProject } from '../init/plan.js';
import { packagesWithSuites } from '../init/suites.js';
import { type Check, right, unsure, wrong } from './check.js';
import type { EvaluatedConfig } from './evaluate-config.js';
import { evaluateConfig } from './framework-config.js';
import { isOlder, majorOf, TESTED } from './tested-versions.js';

const OLDEST_NODE = '20.19';

/** What the suite's project says about itself, without a service. */
export interface ProjectFindings {
  checks: Check[];
  /** The options of our reporters, as the frameworks pass them on, with the framework's short name. */
  reporters: { framework: Framework['name']; options: Record<string, unknown> }[];
}

/** @param version of this command */
export async function checkProject(root: string, version: string): Promise<ProjectFindings> {
  const checks = [checkNode(), ...checkConfigFiles(root), ...checkTurborepo(root)];
  const reporters: ProjectFindings['reporters'] = [];
  let manifest: Manifest | undefined;
  try {
    manifest = suiteManifest(root);
  } catch (error) {
    checks.push(wrong('package.json', `can't be read: ${String(error)}`));
  }
  if (manifest === undefined) {
    const detail = `there is no package.json in ${root}, so the suite is not checked: pass its folder with --root`;
    if (checks.every(({ what }) => what !== 'package.json')) checks.push(unsure('framework', detail));
    return { checks, reporters };
  }
  const plan = planProject(root, manifest);
  const packages = packagesWithSuites(root);
  if (plan.frameworks.length === 0 && plan.tooOld.length === 0) checks.push(checkNoFramework(root, packages));
  else if (packages.length > 0) {
    const detail = `these have suites of their own, check each with --root: ${packages.join(', ')}`;
    checks.push(unsure('packages', detail));
  }
  checks.push(...plan.tooOld.map(({ title, why }) => wrong(title, why)));
  checks.push(...plan.unclear.map(({ title, why }) => unsure(title, why)));
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
      reporters.push(...config.ours.map((options) => ({ framework: framework.name, options })));
    }
  }
  const isRead = (framework: Framework) =>
    evaluated[plan.frameworks.indexOf(framework)]?.every(
      ({ config }) => config !== undefined && !('failed' in config),
    ) === true;
  checks.push(...checkSetup(root, manifest, plan, isRead));
  return { checks, reporters };
}

/**
 * Each configuration of a framework. Undefined if the framework is not installed, or if Angular configures it, which only its
 * own command can tell.
 */
function evaluate(root: string, manifest: Manifest, framework: Framework) {
  const files = configFilesOf(framework, root, manifest);
  return Promise.all(
    (files.length === 0 ? [undefined] : files).map(async (file) => ({
      title: files.length > 1 ? `${framework.title} (${file})` : framework.title,
      config: file?.endsWith('angular.json') ? undefined : await evaluateConfig(root, framework, file),
    })),
  );
}

function checkNoFramework(root: string, packages: readonly string[]): Check {
  const where =
    packages.length === 0
      ? 'pass the suite’s folder with --root'
      : `pass one of these with --root: ${packages.join(', ')}`;
  return wrong('framework', `there is no Playwright, Jest, Vitest or Mocha in ${root}: ${where}`);
}

/** Where Jest and Mocha expect our setup file. */
const SETUP_KEY: Partial<Record<Framework['name'], string>> = { jest: 'setupFilesAfterEnv', mocha: 'require' };

function checkEvaluated({ name, title, reporter }: Framework, evaluated: EvaluatedConfig): Check[] {
  const { ours, setupKeys, withoutSetup = [], problems } = evaluated;
  const what = 'setup';
  const key = SETUP_KEY[name];
  const checks = problems.map((detail) => wrong(what, detail));
  if (ours.length === 0) {
    checks.push(wrong(what, `${reporter} is not among the reporters of ${title}: run testpoint init`));
    return checks;
  }
  const destinations = ours.map(({ url, testRunId, outboxDir }) => JSON.stringify([url, testRunId, outboxDir]));
  if (new Set(destinations).size < ours.length) {
    checks.push(wrong(what, `${reporter} is listed twice in the configuration of ${title}: keep one`));
  }
  for (const other of setupKeys.filter((one) => one !== key)) {
    checks.push(wrong(what, `${reporter}/setup is in ${other}, where it has no effect: move it to ${key}`));
  }
  if (key !== undefined && (setupKeys.length === 0 || withoutSetup.length > 0)) {
    const place = setupKeys.length === 0 ? title : `${title}'s projects ${[...new Set(withoutSetup)].join(', ')}`;
    const detail = `${reporter}/setup is not in ${key} of ${place}, so hooks, steps and attachments are not recorded`;
    checks.push(unsure(what, detail));
  }
  if (checks.length === 0) checks.push(right(what, `the reporter is in the configuration of ${title}`));
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
  return [wrong('config file', `Testpoint uses ${first} and ignores ${others.join(', ')}: keep only one`)];
}

/** Since version 2, Turborepo passes only variables that it knows to tasks. */
function checkTurborepo(root: string): Check[] {
  const files = manifestsFrom(root).flatMap(({ folder }) =>
    ['json', 'jsonc'].map((end) => join(folder, `turbo.${end}`)),
  );
  const texts = files.filter((file) => existsSync(file)).map((file) => readFileSync(file, 'utf8'));
  const isStrict = texts.some((text) => text.includes('"tasks"')) && !/"(TMS_.*|\*|loose)"/.test(texts.join('\n'));
  if (!isStrict || !Object.keys(process.env).some((name) => name.startsWith('TMS_'))) return [];
  const detail = 'Turborepo passes no TMS_… variables to tasks: add "globalPassThroughEnv": ["TMS_*"] to turbo.json';
  return [unsure('turbo.json', detail)];
}

function checkVersion(root: string, framework: Framework, manifest: Manifest): Check {
  const { title: what, name } = framework;
  const version = versionOf(framework, root, manifest);
  const { oldest, newest } = TESTED[name];
  if (version === undefined) {
    return unsure(what, `${packageOf(framework, root)} is not installed in ${root}: its version is unknown`);
  }
  return majorOf(version) > majorOf(newest)
    ? unsure(what, `${version} is newer than the tested versions (${oldest} to ${newest})`)
    : right(what, version);
}

function checkReporter(root: string, { reporter }: Framework, version: string): Check {
  const what = 'package';
  const installed = installedVersion(root, reporter);
  if (installed === undefined) {
    return wrong(what, `${reporter} is not installed in ${root}: run testpoint init`);
  }
  return installed === version
    ? right(what, `${reporter} ${installed}`)
    : wrong(what, `${reporter} is ${installed}, but this command is ${version}: install the same version of both`);
}

/** What the text of the files shows, for frameworks whose configuration could not be loaded, and for scripts. */
function checkSetup(
  root: string,
  manifest: Manifest,
  { frameworks, changes, byHand }: ProjectPlan,
  isRead: (framework: Framework) => boolean,
): Check[] {
  const what = 'setup';
  const read = new Set(frameworks.filter(isRead).flatMap((framework) => configFilesOf(framework, root, manifest)));
  const isOpen = ({ file }: { file: string }) => file === 'package.json' || !read.has(file);
  const unread = frameworks.filter((framework) => !isRead(framework));
  const checks = [
    ...changes
      .filter((change) => isOpen(change) && (change.before !== undefined || unread.length > 0))
      .map(({ file, before }) => {
        const lack = before === undefined ? `there is no configuration (${file})` : `${file} lacks Testpoint's lines`;
        return wrong(what, `${lack}: run testpoint init, which shows each change before it makes it`);
      }),
    ...byHand.filter(isOpen).map(({ file, why, paste, isWrong }): Check => {
      const then = isWrong === true ? '' : '. Testpoint can’t tell whether this is there';
      return { what, ok: isWrong === true ? false : undefined, detail: `${file}: ${why}${then}:\n${paste.join('\n')}` };
    }),
  ];
  if (checks.length > 0 || unread.length === 0) return checks;
  const titles = unread.map(({ title }) => title).join(', ');
  return [right(what, `the reporter is in the configuration of ${titles}`)];
}
