import type { SpawnOptions } from 'node:child_process';
import type { Started } from './processes.mjs';

/** This repository. */
export const root: string;
/** Packs packages. @returns the packed file of each, by name */
export function pack(root: string, names: readonly string[], folder: string): Promise<Record<string, string>>;
/** Packs the published packages for projects that install them from files, and writes packages.json beside them. */
export function packForFiles(folder: string): Promise<void>;
/** Starts `testpoint init` in a project, which installs from the files in `packages`. */
export function startInit(
  folder: string,
  packages: string,
  options: readonly string[],
  spawnOptions: SpawnOptions,
): Started;
/** Names of the folders in `packages` that are published. */
export function publicPackages(): string[];
/** Names of the folders in `packages` that are for a framework. */
export function frameworkPackages(): string[];
/** Runs npm. */
export function npm(cwd: string, args: readonly string[]): Promise<void>;
/** Writes the files of a project, by name, and links packages to it: their folders, by name. Makes folders that are missing. */
export function writeProject(
  folder: string,
  files: Readonly<Record<string, string>>,
  links?: Readonly<Record<string, string>>,
): void;
/** Writes a project and installs packages into it. */
export function makeProject(
  folder: string,
  packages: readonly string[],
  files?: Readonly<Record<string, string>>,
): Promise<void>;
