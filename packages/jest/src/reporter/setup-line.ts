import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { TestFile, TestFileResult } from '../in-test/jest-types.js';

const OWN_FOLDER = dirname(fileURLToPath(import.meta.url));
const NAME = '@testpoint/jest/setup';
const MISSING = `Hooks, steps and calls of the test API are not recorded: add setupFilesAfterEnv: ['${NAME}'] to Jest's config.`;
const MISPLACED = `Hooks, steps and calls of the test API are not recorded: ${NAME} is in setupFiles. Move it to setupFilesAfterEnv in Jest's config.`;

/** Whether our setup file is where it belongs, and what to say where it is not. */
export class SetupLine {
  #isThere = false;
  #isMisplaced = false;
  #hasTests = false;
  /** What may have been said for the only reason that it is not there. */
  readonly #doubtful: string[] = [];

  begin({ context }: TestFile): void {
    const { setupFilesAfterEnv = [], setupFiles = [] } = context.config;
    this.#isThere ||= setupFilesAfterEnv.some(isOurs);
    this.#isMisplaced ||= setupFiles.some(isOurs);
  }

  /** A file that can't be loaded says nothing of its setup files. */
  end({ testResults }: TestFileResult): void {
    this.#hasTests ||= testResults.some(({ status }) => status === 'passed' || status === 'failed');
  }

  doubt(text: string): void {
    this.#doubtful.push(text);
  }

  /** @param isHeard some setup file was: it may also be loaded by one of the user's */
  notices(isHeard: boolean): readonly string[] {
    if (this.#isThere || isHeard) return this.#doubtful;
    if (this.#isMisplaced) return [MISPLACED];
    return this.#hasTests ? [MISSING] : this.#doubtful;
  }
}

/** Jest gives absolute paths. */
function isOurs(path: string): boolean {
  return dirname(path) === OWN_FOLDER || /[\\/]@testpoint[\\/]jest[\\/](?:build|setup)[\\/]/.test(path);
}
