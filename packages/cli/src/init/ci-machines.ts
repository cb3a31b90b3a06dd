import { stringify } from 'yaml';
import type { CiInstall } from './package-manager.js';
import type { ProjectCommand } from './project-commands.js';

/** What a CI configuration depends on, besides the machines. */
export interface CiSurroundings {
  packages: CiInstall;
  /** How to run a command of an installed package. */
  runner: string;
  branch: string;
  /** The file that names the version of Node. */
  nodeVersion: string | undefined;
}

/** A machine that runs a command, or a shard of it. */
export interface CiMachine {
  /** Also a folder and an artifact may have this name. */
  name: string;
  folder: string;
  /** What it needs first. */
  prepare: string | undefined;
  command: string;
  /** How many results it has at least: none if its shard may be empty. */
  results: number;
}

const SHARDS = 2;

/** @param build the command that builds the repository, if it has one */
export function machinesOf(commands: readonly ProjectCommand[], runner: string, build?: string): CiMachine[] {
  const taken = new Set<string>();
  return commands.flatMap((command) => {
    const shards = Array.from({ length: SHARDS }, (_, index) => command.shard(index + 1, SHARDS));
    const isSplit = shards.every((shard) => shard !== undefined);
    const preparations = command.frameworks.flatMap(({ preparation }) => preparation ?? []);
    // Packages of a workspace need each other's builds, and tests in a browser that of what they open.
    const builds = build && (command.folder !== '.' || preparations.length > 0) ? [build] : [];
    const prepare = [...builds, ...new Set(preparations)].join(' && ').replaceAll('npx ', `${runner} `) || undefined;
    return (isSplit ? shards : [command.whole]).map((text, index) => ({
      name: unique(nameOf(command, isSplit ? index + 1 : undefined), taken),
      folder: command.folder,
      prepare,
      command: text ?? command.whole,
      results: index === 0 ? 1 : 0,
    }));
  });
}

function nameOf({ folder, name }: ProjectCommand, shard: number | undefined): string {
  const parts = [...(folder === '.' ? [] : [folder]), name, ...(shard === undefined ? [] : [shard])];
  return parts.join('-').replace(/[^\w.-]+/g, '-');
}

function unique(name: string, taken: Set<string>): string {
  const free = taken.has(name) ? unique(`${name}-again`, taken) : name;
  taken.add(free);
  return free;
}

/** A text in a YAML file, quoted if it needs that. */
export function yamlText(value: string): string {
  return stringify(value, { lineWidth: 0 }).trimEnd();
}
