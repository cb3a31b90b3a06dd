import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { CommandFailure, EXIT } from '../failure.js';
import { machinesOf } from './ci-machines.js';
import { defaultBranch } from './default-branch.js';
import { githubWorkflow } from './github-workflow.js';
import { gitlabPipeline } from './gitlab-pipeline.js';
import { findManifest } from './manifest.js';
import { noCiSystem } from './messages.js';
import { ciInstall, detectPackageManager, type PackageManager, RUNNERS, scriptCommand } from './package-manager.js';
import type { FileChange } from './plan.js';
import type { ProjectCommand } from './project-commands.js';

export type CiSystem = 'github' | 'gitlab';

/**
 * A CI configuration with shards, in which the last job delivers what they left, merges what they recorded into one report, and
 * decides. If the project has such a file already, ours is planned under another name, to copy from.
 *
 * @param system or `true`: the one that the project uses
 * @param installs whether init installs something first
 * @throws CommandFailure if that is unclear
 */
export function planCi(
  root: string,
  system: CiSystem | true,
  commands: readonly ProjectCommand[],
  manager: PackageManager,
  installs: boolean,
): FileChange {
  if (system === true) return planCi(root, usedSystem(root), commands, manager, installs);
  const detected = detectPackageManager(root);
  const packages = ciInstall(manager, 'folder' in detected ? detected.folder : root, installs);
  const surroundings = {
    packages,
    runner: RUNNERS[manager],
    branch: defaultBranch(root),
    nodeVersion: nodeVersionFile(root),
  };
  const write = system === 'github' ? githubWorkflow : gitlabPipeline;
  const file = system === 'github' ? '.github/workflows/testpoint.yml' : '.gitlab-ci.yml';
  const build = findManifest(root)?.scripts.build && scriptCommand(manager, 'build', []);
  const isTaken = existsSync(join(root, file));
  return {
    file: isTaken ? file.replace(/\.yml$/, '.testpoint.yml') : file,
    before: undefined,
    after: write(machinesOf(commands, RUNNERS[manager], build), surroundings),
  };
}

function usedSystem(root: string): CiSystem {
  if (existsSync(join(root, '.gitlab-ci.yml'))) return 'gitlab';
  if (existsSync(join(root, '.github'))) return 'github';
  throw new CommandFailure(noCiSystem(root), EXIT.usage);
}

/** The file in which a project names its version of Node. */
function nodeVersionFile(root: string): string | undefined {
  return ['.nvmrc', '.node-version'].find((name) => existsSync(join(root, name)));
}
