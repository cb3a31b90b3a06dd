import { relativeTo } from '@testpoint/core/test-api';
import type { GlobalConfig, TestFile } from '../in-test/jest-types.js';
import { ConfiguredProjects } from './configured-projects.js';
import { projectsWithOneName, projectsWithoutName } from './messages.js';

/** A test file's project, as results name it. */
export interface NamedProject {
  /** Undefined for a project without a name that is the first to run the file. */
  project?: string;
  /** If `project` is numbered: its name in Jest, '' for none. */
  projectName?: string;
}

interface Shared {
  file: string;
  /** Jest's ids of the projects that run it, in the order of their numbers. */
  ids: (string | undefined)[];
}

/**
 * Names projects. Jest permits projects without a name, and several with the same one. If these run the same file, the second
 * one gets a number, in the order of Jest's configuration.
 */
export class ProjectNames {
  readonly #config: GlobalConfig;
  /** By name and path. */
  readonly #files = new Map<string, Shared>();
  /** Undefined if there is at most one project. */
  readonly #configured: ConfiguredProjects | undefined;

  constructor(config: GlobalConfig) {
    this.#config = config;
    if ((config.projects?.length ?? 0) > 1) this.#configured = new ConfiguredProjects(config);
  }

  /** Call it before the first file runs. What it awaits, Jest has loaded. It never rejects. */
  async prepare(): Promise<void> {
    await this.#configured?.readModules();
  }

  of(file: TestFile): NamedProject {
    const name = file.context.config.displayName?.name;
    const number = this.#numberOf(file, name);
    if (number === 1) return name === undefined ? {} : { project: name };
    return name === undefined
      ? { project: `project ${number}`, projectName: '' }
      : { project: `${name} (${number})`, projectName: name };
  }

  /** One for each name that projects share, with an example. */
  notices(): string[] {
    const shared = new Map<string, Shared>();
    for (const [key, file] of this.#files) {
      const [name = ''] = key.split('\0');
      if (file.ids.length > (shared.get(name)?.ids.length ?? 1)) shared.set(name, file);
    }
    return [...shared].map(([name, { file, ids }]) => {
      const runs = `${file} runs in ${ids.length === 2 ? 'two' : ids.length} projects`;
      return name === '' ? projectsWithoutName(runs, ids.length) : projectsWithOneName(runs, name, ids.length);
    });
  }

  #numberOf({ path, context: { config } }: TestFile, name = ''): number {
    if (this.#configured === undefined) return 1;
    const key = `${name}\0${path}`;
    const shared = this.#files.get(key) ?? { file: relativeTo(this.#config.rootDir, path), ids: [] };
    this.#files.set(key, shared);
    const { ids } = shared;
    const known = ids.indexOf(config.id);
    if (known >= 0) return known + 1;
    let index = this.#configured.before(config, path);
    // What the configuration does not show: another project that runs the file, too.
    while (ids[index] !== undefined) index++;
    ids[index] = config.id;
    return index + 1;
  }
}
