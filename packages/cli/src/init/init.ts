import { existsSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { confirm, isCancel, multiselect } from '@clack/prompts';
import { CommandFailure, EXIT } from '../failure.js';
import { absolute, invocation } from '../invocation.js';
import { paint, print } from '../terminal.js';
import { type CiSystem, planCi } from './ci.js';
import { planIgnored, planOptions } from './first-options.js';
import { formatted } from './formatting.js';
import { installedVersion } from './framework-version.js';
import { runInstall, rushAdd, type Target, withInstalls } from './installs.js';
import { type Manifest, suiteManifest } from './manifest.js';
import * as messages from './messages.js';
import { byOthers } from './other-programs.js';
import { PACKAGES, PackageFiles, SERVER } from './package-files.js';
import { addCommand, detectPackageManager, type PackageManager, RUNNERS } from './package-manager.js';
import { type ProjectPlan, planProject } from './plan.js';
import { type ProjectCommand, projectCommands } from './project-commands.js';
import { byHandLines, diffLines } from './show.js';
import { ALL_TITLES, frameworksOf, packagesWithSuites } from './suites.js';
import { undoLines } from './undo.js';
import { writeChange } from './write.js';

export interface InitOptions {
  /** Apply without asking. */
  yes?: true;
  packageManager?: PackageManager;
  /** Write a CI configuration, too: for this system, or the one that the project uses. */
  ci?: CiSystem | true;
  /** A folder with our packages as files. */
  packages?: string;
  root?: string;
}

/** Sets a project up: shows the changes, and makes them after a yes. @returns the exit code */
export async function init(options: InitOptions): Promise<number> {
  const root = absolute(options.root ?? '.');
  const { stdin, stdout } = invocation();
  const mayAsk = options.yes !== true && stdin.isTTY === true && stdout.isTTY === true;
  const folders = await foldersToSetUp(root, mayAsk);
  const plans: Omit<Target, 'installs'>[] = [];
  for (const folder of folders) plans.push({ root: folder, plan: await completePlan(folder) });
  const files = options.packages === undefined ? undefined : new PackageFiles(absolute(options.packages));
  const ofCi = options.ci === undefined ? undefined : root;
  const targets = await withInstalls(plans, { ...options, mayAsk, files, ofCi });
  const tooOld = targets.flatMap(({ plan }) => plan.tooOld);
  const byOthers = targets.flatMap(({ plan }) => plan.byOthers);
  if (targets.every(({ plan }) => plan.frameworks.length === 0) && tooOld.length === 0 && byOthers.length > 0) {
    for (const target of targets) show(root, target);
    return EXIT.failed;
  }
  if (targets.every(({ plan }) => plan.frameworks.length === 0)) {
    throw new CommandFailure(tooOld.map(({ title, why }) => `${title} ${why}.`).join('\n'), EXIT.usage);
  }
  const commands = commandsOf(root, targets, options);
  const installs = targets.some((target) => target.installs.length > 0);
  const ci = options.ci === undefined ? [] : [planCi(root, options.ci, commands, managerOf(root, options), installs)];
  // Not again on a second run, and not if the report is elsewhere.
  const isFirst = targets.some(({ plan }) => plan.changes.some(({ file }) => /\btestpoint\.config\./.test(file)));
  const shared = await formatted(root, [...ci, ...(isFirst ? planIgnored(root) : [])]);
  for (const target of targets) show(root, target);
  for (const change of shared) print(`${diffLines(change).join('\n')}\n`);
  const byHand = targets.flatMap(({ plan }) => plan.byHand);
  const done = [...byHand, ...tooOld, ...byOthers].length === 0 ? EXIT.ok : EXIT.failed;
  if (ci.length === 0 && targets.every(({ plan, installs }) => plan.changes.length === 0 && installs.length === 0)) {
    if (done === EXIT.ok) print(messages.nothingToDo);
    return done;
  }
  if (options.yes !== true && !(await isAgreed(mayAsk))) {
    print(messages.nothingChanged);
    return EXIT.failed;
  }
  const undo = undoLines(root, [
    ...targets.map(({ root: folder, plan: { changes }, installs }) => ({ root: folder, changes, installs })),
    { root, changes: shared, installs: [] },
  ]);
  for (const { installs } of targets) for (const install of installs) runInstall(install);
  // Installing changes package.json, so start from the files as they are now.
  for (const { root: folder } of targets)
    for (const change of (await completePlan(folder)).changes) writeChange(folder, change);
  for (const change of shared) writeChange(root, change);
  for (const line of [...nextSteps(root, targets, commands, { ...options, files }), ...undo]) print(line);
  return done;
}

function commandsOf(root: string, targets: readonly Target[], options: InitOptions): ProjectCommand[] {
  const suites = targets.map((target) => ({ root: target.root, frameworks: target.plan.frameworks }));
  return projectCommands(root, suites, managerOf(root, options));
}

/** The folder itself, and at the root of a workspace, those of its packages that the user chooses. */
async function foldersToSetUp(root: string, mayAsk: boolean): Promise<string[]> {
  const manifest = manifestOf(root);
  const packages = packagesWithSuites(root);
  const isHere = frameworksOf(root, manifest).length > 0 || byOthers(root, manifest).length > 0;
  const found = [...(isHere ? ['.'] : []), ...packages];
  if (found.length === 0) {
    if (manifest.isInherited) throw noManifest(root);
    throw new CommandFailure(messages.noFramework(ALL_TITLES, root), EXIT.usage);
  }
  if (packages.length === 0 || !mayAsk) return found.map((folder) => join(root, folder));
  const chosen = await multiselect({
    message: messages.whichPackages,
    options: found.map((value) => ({ value })),
    initialValues: found,
  });
  if (isCancel(chosen)) throw new CommandFailure(messages.nothingChanged, EXIT.failed);
  return chosen.map((folder) => join(root, folder));
}

function manifestOf(root: string): Manifest {
  try {
    const manifest = suiteManifest(root);
    if (manifest !== undefined) return manifest;
  } catch (error) {
    throw new CommandFailure(messages.manifestUnreadable(resolve(root, 'package.json'), error), EXIT.usage, error);
  }
  throw noManifest(root);
}

function noManifest(root: string): CommandFailure {
  if (existsSync(join(root, 'rush.json')))
    return new CommandFailure(messages.rushRoot(rushAdd(['testpoint', '@testpoint/FRAMEWORK'])), EXIT.usage);
  return new CommandFailure(messages.noManifest(root), EXIT.usage);
}

async function completePlan(root: string): Promise<ProjectPlan> {
  const manifest = manifestOf(root);
  const plan = planProject(root, manifest);
  if (plan.frameworks.length === 0) return plan;
  const { changes, byHand } = planOptions(root, manifest, plan.frameworks);
  const additions = changes.filter(({ before, after }) => before !== after);
  return {
    ...plan,
    changes: await formatted(root, [...plan.changes, ...additions]),
    byHand: [...plan.byHand, ...byHand],
  };
}

function show(workspace: string, { root, plan, installs }: Target): void {
  const { frameworks, tooOld, unclear, byOthers, changes, byHand } = plan;
  const where = root === workspace ? '' : ` in ${relative(workspace, root)}`;
  if (frameworks.length > 0) print(`Testpoint for ${frameworks.map(({ title }) => title).join(', ')}${where}`);
  for (const { title, why } of [...tooOld, ...unclear, ...byOthers])
    print(`${paint.yellow('!')} ${title}${where}: ${why}`);
  for (const { folder, command, next, copies } of installs) {
    const placeOf = (place: string) => (place === root ? '' : ` (in ${relative(workspace, place) || place})`);
    print(`\n${paint.bold('install')}  ${command.join(' ')}${placeOf(folder)}`);
    if (next) print(`         ${next.command.join(' ')}${placeOf(next.folder)}`);
    if (copies) print(`         ${messages.copiesPackages(join(relative(workspace, copies.folder), PACKAGES))}`);
  }
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
  if (!mayAsk) throw new CommandFailure(messages.noTerminal, EXIT.usage);
  return (await confirm({ message: 'Apply this?' })) === true;
}

function managerOf(root: string, { packageManager }: InitOptions): PackageManager {
  const detected = detectPackageManager(root);
  return packageManager ?? ('manager' in detected ? detected.manager : 'npm');
}

function nextSteps(
  root: string,
  targets: readonly Target[],
  commands: readonly ProjectCommand[],
  options: InitOptions & { files: PackageFiles | undefined },
): string[] {
  const detected = detectPackageManager(root);
  const manager = managerOf(root, options);
  const folder = 'folder' in detected ? detected.folder : root;
  const runner = RUNNERS[manager];
  const isComplete = targets.every(({ plan }) => plan.byHand.length === 0 && plan.byOthers.length === 0);
  const first = targets.find(({ plan }) => plan.frameworks.length > 0)?.root ?? root;
  const server = options.files?.specsOf([SERVER], first, folder) ?? [SERVER];
  const hasServer = installedVersion(first, SERVER) !== undefined;
  const into = (folder: string) => (folder === '.' || folder === '' ? '' : `cd ${folder} && `);
  const inFolder = into(relative(root, first));
  return [
    isComplete ? paint.green(messages.isSetUp) : paint.yellow(messages.pasteTheRest),
    '',
    messages.runTests,
    ...commands.map((command) => `  ${into(command.folder)}${command.whole}`),
    `  ${inFolder}${runner} testpoint open`,
    messages.startServer,
    ...(hasServer ? [] : [`  ${inFolder}${addCommand(manager, server, { root: first, folder }).join(' ')}`]),
    `  ${inFolder}${runner} testpoint serve`,
    messages.setVariables,
    messages.seeDoctor(`${inFolder}${runner} testpoint`),
  ];
}
