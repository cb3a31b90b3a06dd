import { resolve } from 'node:path';
import { confirm, isCancel, select } from '@clack/prompts';
import spawn from 'cross-spawn';
import { CommandFailure, EXIT } from '../failure.js';
import { paint, print } from '../terminal.js';
import { planIgnored, planOptions } from './additions.js';
import { type Manifest, readManifest } from './manifest.js';
import { addCommand, detectPackageManager, PACKAGE_MANAGERS, type PackageManager, RUNNERS } from './package-manager.js';
import { type ProjectPlan, planProject } from './plan.js';
import { byHandLines, diffLines } from './show.js';
import { writeChange } from './write.js';

export interface InitOptions {
  /** Apply without asking. */
  yes?: true;
  packageManager?: PackageManager;
  root?: string;
}

/** Sets a project up: shows the changes, and makes them after a yes. @returns the exit code */
export async function init(options: InitOptions, version: string): Promise<number> {
  const root = resolve(options.root ?? '.');
  const mayAsk = options.yes !== true && process.stdin.isTTY === true && process.stdout.isTTY === true;
  const manifest = manifestOf(root);
  const plan = completePlan(root, manifest);
  if (plan.frameworks.length === 0) {
    throw new CommandFailure(
      `There is no Playwright, Jest, Vitest or Mocha in ${root}: install one of them first, or pass the suite's folder with --root.`,
      EXIT.usage,
    );
  }
  const install = await installCommand(root, manifest, plan, { ...options, version, mayAsk });
  show(plan, install);
  if (plan.changes.length === 0 && install === undefined) {
    if (plan.byHand.length === 0) print('Everything is set up already: nothing to do.');
    return plan.byHand.length === 0 ? EXIT.ok : EXIT.failed;
  }
  if (options.yes !== true && !(await isAgreed(mayAsk))) {
    print('Nothing was changed.');
    return EXIT.failed;
  }
  if (install !== undefined) runInstall(install, root);
  // Installing changes package.json, so start from the files as they are now.
  for (const change of completePlan(root, manifestOf(root)).changes) writeChange(root, change);
  print('');
  const detected = detectPackageManager(root);
  const manager = options.packageManager ?? ('manager' in detected ? detected.manager : 'npm');
  for (const line of nextSteps(plan, RUNNERS[manager])) print(line);
  return plan.byHand.length === 0 ? EXIT.ok : EXIT.failed;
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
  const all = [plan, planOptions(root), planIgnored(root)];
  return {
    ...plan,
    changes: all.flatMap(({ changes }) => changes).filter(({ before, after }) => before !== after),
    byHand: all.flatMap(({ byHand }) => byHand),
  };
}

/** Undefined if all packages are installed. */
async function installCommand(
  root: string,
  { dependencies }: Manifest,
  { frameworks }: ProjectPlan,
  { packageManager, version, mayAsk }: InitOptions & { version: string; mayAsk: boolean },
): Promise<string[] | undefined> {
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

function show({ frameworks, changes, byHand }: ProjectPlan, install: readonly string[] | undefined): void {
  print(`Testpoint for ${frameworks.map(({ title }) => title).join(', ')}`);
  if (install !== undefined) print(`\n${paint.bold('install')}  ${install.join(' ')}`);
  for (const change of changes) print(`\n${diffLines(change).join('\n')}`);
  for (const one of byHand) print(`\n${byHandLines(one).join('\n')}`);
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

/** @throws CommandFailure if the packages could not be installed. Then no file of the project is edited */
function runInstall([command = '', ...args]: readonly string[], cwd: string): void {
  const { status, error } = spawn.sync(command, args, { cwd, stdio: 'inherit' });
  if (status === 0) return;
  // cross-spawn returns null, although its types say undefined.
  const why = error instanceof Error ? error.message : `${command} ended with ${status ?? 'a signal'}`;
  throw new CommandFailure(
    `The packages could not be installed (${why}), so no configuration was changed. Once this command works, run testpoint init again:\n  ${[command, ...args].join(' ')}`,
    EXIT.failed,
  );
}

function nextSteps({ byHand }: ProjectPlan, runner: string): string[] {
  return [
    byHand.length === 0
      ? paint.green('Testpoint is set up.')
      : paint.yellow('Testpoint is set up, except for what you have to paste (see above).'),
    'To deliver results, set these where the suite runs:',
    '  TMS_URL, TMS_SECRET_KEY          address of the service, and the key from your profile there',
    '  TMS_TEST_RUN_ID                  the run to report into',
    '  TMS_CONFIGURATION_ID             the configuration under test',
    `Then run your tests, or see what is missing: ${paint.bold(`${runner} testpoint doctor`)}`,
  ];
}
