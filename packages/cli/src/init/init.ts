import { existsSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { confirm, isCancel, multiselect, select } from '@clack/prompts';
import spawn from 'cross-spawn';
import { CommandFailure, EXIT } from '../failure.js';
import { paint, print } from '../terminal.js';
import { type CiSuite, type CiSystem, planCi } from './ci.js';
import { planOptions } from './first-options.js';
import { type Manifest, readManifest } from './manifest.js';
import { addCommand, detectPackageManager, PACKAGE_MANAGERS, type PackageManager, RUNNERS } from './package-manager.js';
import { type ProjectPlan, planProject } from './plan.js';
import { byHandLines, diffLines } from './show.js';
import { frameworksOf, packagesWithSuites } from './suites.js';
import { writeChange } from './write.js';

export interface InitOptions {
  /** Apply without asking. */
  yes?: true;
  packageManager?: PackageManager;
  /** Write a CI configuration, too: for this system, or the one that the project uses. */
  ci?: CiSystem | true;
  root?: string;
}

/** One package to set up, with the command that installs our packages there, unless they are. */
interface Target {
  root: string;
  plan: ProjectPlan;
  install: string[] | undefined;
}

/** Sets a project up: shows the changes, and makes them after a yes. @returns the exit code */
export async function init(options: InitOptions, version: string): Promise<number> {
  const root = resolve(options.root ?? '.');
  const mayAsk = options.yes !== true && process.stdin.isTTY === true && process.stdout.isTTY === true;
  const folders = await foldersToSetUp(root, mayAsk);
  const targets: Target[] = [];
  for (const folder of folders) {
    const manifest = manifestOf(folder);
    const plan = completePlan(folder, manifest);
    targets.push({
      root: folder,
      plan,
      install: await installCommand(folder, manifest, plan, { ...options, version, mayAsk }),
    });
  }
  const tooOld = targets.flatMap(({ plan }) => plan.tooOld);
  if (targets.every(({ plan }) => plan.frameworks.length === 0)) {
    throw new CommandFailure(tooOld.map(({ title, why }) => `${title} ${why}.`).join('\n'), EXIT.usage);
  }
  const ci =
    options.ci === undefined ? [] : [planCi(root, options.ci, suitesOf(root, targets), managerOf(root, options))];
  for (const target of targets) show(root, target);
  for (const change of ci) print(`${diffLines(change).join('\n')}\n`);
  const byHand = targets.flatMap(({ plan }) => plan.byHand);
  const done = byHand.length === 0 && tooOld.length === 0 ? EXIT.ok : EXIT.failed;
  if (ci.length === 0 && targets.every(({ plan, install }) => plan.changes.length === 0 && install === undefined)) {
    if (done === EXIT.ok) print('Everything is set up already: nothing to do.');
    return done;
  }
  if (options.yes !== true && !(await isAgreed(mayAsk))) {
    print('Nothing was changed.');
    return EXIT.failed;
  }
  for (const target of targets) apply(target);
  for (const change of ci) writeChange(root, change);
  for (const line of nextSteps(root, targets, options)) print(line);
  return done;
}

function suitesOf(root: string, targets: readonly Target[]): CiSuite[] {
  return targets.flatMap((target) => {
    const folder = relative(root, target.root).replaceAll('\\', '/') || '.';
    return target.plan.frameworks.map(({ name }) => ({ framework: name, folder }));
  });
}

/** The folder itself, and at the root of a workspace, those of its packages that the user chooses. */
async function foldersToSetUp(root: string, mayAsk: boolean): Promise<string[]> {
  const manifest = manifestOf(root);
  const packages = packagesWithSuites(root);
  const found = [...(frameworksOf(root, manifest).length > 0 ? ['.'] : []), ...packages];
  if (found.length === 0) {
    throw new CommandFailure(
      `There is no Playwright, Jest, Vitest or Mocha in ${root}: install one of them first, or pass the suite's folder with --root.`,
      EXIT.usage,
    );
  }
  if (packages.length === 0 || !mayAsk) return found.map((folder) => join(root, folder));
  const chosen = await multiselect({
    message: 'Which packages of this workspace do you want to set up?',
    options: found.map((value) => ({ value })),
    initialValues: found,
  });
  if (isCancel(chosen)) throw new CommandFailure('Nothing was changed.', EXIT.failed);
  return chosen.map((folder) => join(root, folder));
}

function manifestOf(root: string): Manifest {
  try {
    const manifest = readManifest(root);
    if (manifest !== undefined) return manifest;
  } catch (error) {
    throw new CommandFailure(`${resolve(root, 'package.json')} can't be read: ${String(error)}`, EXIT.usage, error);
  }
  throw new CommandFailure(
    `There is no package.json in ${root}: run testpoint init in the suite's folder, or pass that folder with --root.`,
    EXIT.usage,
  );
}

function completePlan(root: string, manifest: Manifest): ProjectPlan {
  const plan = planProject(root, manifest);
  if (plan.frameworks.length === 0) return plan;
  const { changes, byHand } = planOptions(root);
  const additions = changes.filter(({ before, after }) => before !== after);
  return { ...plan, changes: [...plan.changes, ...additions], byHand: [...plan.byHand, ...byHand] };
}

/** Undefined if all packages are installed. */
async function installCommand(
  root: string,
  { dependencies }: Manifest,
  { frameworks }: ProjectPlan,
  { packageManager, version, mayAsk }: InitOptions & { version: string; mayAsk: boolean },
): Promise<string[] | undefined> {
  if (frameworks.length === 0) return undefined;
  const packages = [...frameworks.map(({ reporter }) => reporter), 'testpoint'];
  const missing = packages.filter((name) => dependencies[name] === undefined).map((name) => `${name}@^${version}`);
  if (missing.length === 0) return undefined;
  const detected = detectPackageManager(root);
  const folder = 'folder' in detected ? detected.folder : root;
  if (packageManager !== undefined) return addCommand(packageManager, missing, { root, folder });
  if ('manager' in detected) return addCommand(detected.manager, missing, { root, folder });
  return addCommand(await askForManager(detected.unclear, mayAsk), missing, { root, folder });
}

async function askForManager(why: string, mayAsk: boolean): Promise<PackageManager> {
  const message = `Which package manager does this project use? Testpoint can't tell: ${why}.`;
  if (!mayAsk) throw new CommandFailure(`${message} Pass --package-manager npm, pnpm, yarn or bun.`, EXIT.usage);
  const answer = await select({ message, options: PACKAGE_MANAGERS.map((value) => ({ value })) });
  if (isCancel(answer)) throw new CommandFailure('Nothing was changed.', EXIT.failed);
  return answer;
}

function show(workspace: string, { root, plan, install }: Target): void {
  const { frameworks, tooOld, changes, byHand } = plan;
  const where = root === workspace ? '' : ` in ${relative(workspace, root)}`;
  if (frameworks.length > 0) print(`Testpoint for ${frameworks.map(({ title }) => title).join(', ')}${where}`);
  for (const { title, why } of tooOld) print(`${paint.yellow('!')} ${title}${where}: ${why}`);
  if (install !== undefined) print(`\n${paint.bold('install')}  ${install.join(' ')}`);
  for (const change of changes) print(`\n${diffLines(change).join('\n')}`);
  for (const one of byHand)
    print(
      `\n${byHandLines(
        one,
        changes.some(({ file }) => file === one.file),
      ).join('\n')}`,
    );
  print('');
}

async function isAgreed(mayAsk: boolean): Promise<boolean> {
  if (!mayAsk) {
    throw new CommandFailure(
      'Nothing was changed, because there is no terminal to ask on. Run testpoint init --yes to apply this.',
      EXIT.usage,
    );
  }
  return (await confirm({ message: 'Apply this?' })) === true;
}

function apply({ root, install }: Target): void {
  if (install !== undefined) runInstall(install, root);
  // Installing changes package.json, so start from the files as they are now.
  for (const change of completePlan(root, manifestOf(root)).changes) writeChange(root, change);
}

/** @throws CommandFailure if the packages could not be installed. Then no file of the package is edited */
function runInstall([command = '', ...args]: readonly string[], cwd: string): void {
  const { status, error } = spawn.sync(command, args, { cwd, stdio: 'inherit' });
  // cross-spawn returns null, although its types say undefined.
  const failure = error instanceof Error ? error : undefined;
  const wanted = args.flatMap((arg) => /^(@testpoint\/\w+|testpoint)@/.exec(arg)?.[1] ?? []);
  // pnpm exits with 1 if it ignores the build script of any package, even of one that was there before.
  if (status === 0 || (failure === undefined && wanted.every((name) => isInstalled(cwd, name)))) return;
  const why = failure?.message ?? `${command} ended with ${status ?? 'a signal'}`;
  throw new CommandFailure(
    `The packages could not be installed (${why}), so no configuration was changed. Once this command works, run testpoint init again:\n  ${[command, ...args].join(' ')}`,
    EXIT.failed,
  );
}

function isInstalled(root: string, name: string): boolean {
  return manifestOf(root).dependencies[name] !== undefined && existsSync(join(root, 'node_modules', name));
}

function managerOf(root: string, { packageManager }: InitOptions): PackageManager {
  const detected = detectPackageManager(root);
  return packageManager ?? ('manager' in detected ? detected.manager : 'npm');
}

function nextSteps(root: string, targets: readonly Target[], options: InitOptions): string[] {
  const detected = detectPackageManager(root);
  const manager = managerOf(root, options);
  const folder = 'folder' in detected ? detected.folder : root;
  const runner = RUNNERS[manager];
  const isComplete = targets.every(({ plan }) => plan.byHand.length === 0);
  const first = targets.find(({ plan }) => plan.frameworks.length > 0);
  const inFolder = first === undefined || first.root === root ? '' : `cd ${relative(root, first.root)} && `;
  return [
    isComplete
      ? paint.green('Testpoint is set up.')
      : paint.yellow('Testpoint is set up, except for what you have to paste (see above).'),
    '',
    'Run your tests, then open the report:',
    `  ${inFolder}${testCommand(first, manager)}`,
    `  ${inFolder}${runner} testpoint open`,
    'To see results arrive without a service, start the reference server before the tests, in another terminal:',
    `  ${inFolder}${addCommand(manager, ['@testpoint/reference-server'], { root: first?.root ?? root, folder }).join(' ')}`,
    `  ${inFolder}${runner} testpoint serve`,
    'To deliver to your service, set TMS_URL, TMS_SECRET_KEY, TMS_TEST_RUN_ID and TMS_CONFIGURATION_ID where the suite runs.',
    `See what is missing with: ${inFolder}${runner} testpoint doctor`,
  ];
}

/** The project's own test script, or else the framework's command. */
function testCommand(target: Target | undefined, manager: PackageManager): string {
  const script = target === undefined ? undefined : readManifest(target.root)?.scripts.test;
  // It would watch, and nothing is reported while watching.
  if (script === 'ng test') return `${RUNNERS[manager]} ng test --watch=false`;
  if (script !== undefined && !script.includes('no test specified'))
    return manager === 'bun' ? 'bun run test' : `${manager} test`;
  const commands = { playwright: 'playwright test', jest: 'jest', vitest: 'vitest run', mocha: 'mocha' };
  return `${RUNNERS[manager]} ${commands[target?.plan.frameworks[0]?.name ?? 'vitest']}`;
}
