import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { TestCase, TestFile, TestFileResult } from '../in-test/jest-types.js';
import { projectOf } from './running-files.js';

const OWN_FOLDER = dirname(fileURLToPath(import.meta.url));
const NAME = '@testpoint/jest/setup';

/** Checks whether our setup file is configured correctly in each project, and has the warnings to print if not. */
export class SetupLine {
  /** Names of projects whose tests ran without our setup file; '' for one without a name. */
  readonly #missing = new Set<string>();
  readonly #misplaced = new Set<string>();
  /** Warnings that may have appeared only because the setup file is missing. */
  readonly #doubtful: string[] = [];

  /**
   * A file that can't be loaded reveals nothing about its setup files, and only jest-circus (which counts invocations) needs ours:
   * a project of another runner, such as ESLint's, has no hooks.
   * @param isHeard whether a setup file has sent something about it; one of the user's setup files may also load ours
   */
  end(file: TestFile, { testResults }: TestFileResult, isHeard: boolean): void {
    const { setupFilesAfterEnv = [], setupFiles = [] } = file.context.config;
    if (isHeard || setupFilesAfterEnv.some(isOurs)) return;
    const isRun = ({ status, invocations }: TestCase) => invocations && (status === 'passed' || status === 'failed');
    if (!testResults.some(isRun)) return;
    (setupFiles.some(isOurs) ? this.#misplaced : this.#missing).add(projectOf(file) ?? '');
  }

  doubt(text: string): void {
    this.#doubtful.push(text);
  }

  notices(): readonly string[] {
    const notices: string[] = [];
    if (this.#missing.size > 0) {
      notices.push(`${lacksIn(this.#missing)}: add setupFilesAfterEnv: ['${NAME}'] to Jest's config.`);
    }
    if (this.#misplaced.size > 0) {
      notices.push(
        `${lacksIn(this.#misplaced)}: ${NAME} is in setupFiles. Move it to setupFilesAfterEnv in Jest's config.`,
      );
    }
    return notices.length > 0 ? notices : this.#doubtful;
  }
}

function lacksIn(projects: ReadonlySet<string>): string {
  const names = [...projects].sort().map((name) => `[${name}]`);
  const where = projects.has('') ? '' : ` in ${names.join(', ')}`;
  return `Hooks, steps and calls of the test API are not recorded${where}`;
}

/** Jest provides absolute paths. The reporter is in the same folder, but is no setup file. */
function isOurs(path: string): boolean {
  if (/[\\/]index\.c?js$/.test(path)) return false;
  return dirname(path) === OWN_FOLDER || /[\\/]@testpoint[\\/]jest[\\/](?:build|setup)[\\/]/.test(path);
}
