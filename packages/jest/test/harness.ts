import { cpSync, mkdirSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Config } from 'jest';
import { type Finished as Ended, FrameworkSuite } from '../../conformance/src/harness/framework-suite.js';
import { replaceFile } from '../../report/src/write/replace-file.js';

export { outline } from '../../conformance/src/harness/held-results.js';
export { useService } from '../../conformance/test/use-service.js';

export interface JestReport {
  success: boolean;
  testResults: {
    name: string;
    assertionResults: { ancestorTitles: string[]; title: string; status: string }[];
  }[];
}

export type Finished = Ended<JestReport>;

const here = createRequire(import.meta.url);
const fixtures = fileURLToPath(new URL('fixtures/', import.meta.url));
const ownPackage = fileURLToPath(new URL('..', import.meta.url));

/** A copy of a fixture as a separate project, and the run that its Jest reports into. */
export class Suite extends FrameworkSuite<JestReport> {
  readonly #jest: string;

  /** @param jest the package name under which the Jest to run is installed here */
  constructor(fixture: string, url: string, jest = 'jest') {
    super('jest', url);
    this.#jest = jest;
    cpSync(join(fixtures, fixture), this.folder, { recursive: true });
    link(this.folder, '@testpoint/jest', ownPackage);
    for (const name of ['jest-environment-jsdom', 'jest-light-runner', 'memfs']) {
      link(this.folder, name, join(ownPackage, 'node_modules', name));
    }
    link(this.folder, 'jest', folderOf(jest));
  }

  /** The reporter's default outbox. */
  override get outbox(): string {
    return join(this.folder, '.testpoint');
  }

  /**
   * @param config Jest's configuration besides `reporters`
   * @param options of the reporter besides those that every suite has; false for no reporter of ours
   */
  run(config: Config = {}, { args = [], options = {}, env = {} }: RunOptions = {}): Promise<Finished> {
    const reporters = options === false ? [] : [['@testpoint/jest', { ...this.settings(), ...options }]];
    const all = { transform: {}, setupFilesAfterEnv: ['@testpoint/jest/setup'], ...config };
    this.write('jest.config.json', JSON.stringify({ reporters: ['default', ...reporters], ...all }));
    const output = ['--config', 'jest.config.json', '--json', '--outputFile', this.json];
    return this.start([join(folderOf(this.#jest), 'bin/jest.js'), ...output, ...args], env, this.folder);
  }

  /** The folder under the name that Jest uses. */
  get realFolder(): string {
    return realpathSync(this.folder);
  }

  /** Adds a file to the project, or changes it: in one step, because a suite in watch mode may run half a file. */
  write(name: string, content: string): void {
    replaceFile(join(this.folder, name), (draft) => writeFileSync(draft, content));
  }
}

interface RunOptions {
  args?: string[];
  options?: Record<string, unknown> | false;
  env?: NodeJS.ProcessEnv;
}

function link(folder: string, name: string, target: string): void {
  const path = join(folder, 'node_modules', name);
  mkdirSync(dirname(path), { recursive: true });
  symlinkSync(target, path, 'junction');
}

function folderOf(name: string): string {
  return dirname(here.resolve(`${name}/package.json`));
}
