import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { TestFile, TestFileResult } from '../in-test/jest-types.js';

const OWN_FOLDER = dirname(fileURLToPath(import.meta.url));
const NAME = '@testpoint/jest/setup';
const MISSING = `Hooks, steps and calls of the test API are not recorded: add setupFilesAfterEnv: ['${NAME}'] to Jest's config.`;
const MISPLACED = `Hooks, steps and calls of the test API are not recorded: ${NAME} is in setupFiles. Move it to setupFilesAfterEnv in Jest's config.`;

/** Checks whether our setup file is configured correctly, and has the warnings to print if not. */
export class SetupLine {
  #isThere = false;
  #isMisplaced = false;
  #hasTests = false;
  /** Warnings that may have appeared only because the setup file is missing. */
  readonly #doubtful: string[] = [];

  begin({ context }: TestFile): void {
    const { setupFilesAfterEnv = [], setupFiles = [] } = context.config;
    this.#isThere ||= setupFilesAfterEnv.some(isOurs);
    this.#isMisplaced ||= setupFiles.some(isOurs);
  }

  /** A file that can't be loaded reveals nothing about its setup files. */
  end({ testResults }: TestFileResult): void {
    this.#hasTests ||= testResults.some(({ status }) => status === 'passed' || status === 'failed');
  }

  doubt(text: string): void {
    this.#doubtful.push(text);
  }

  /** @param isHeard whether any setup file has sent something; one of the user's setup files may also load ours */
  notices(isHeard: boolean): readonly string[] {
    if (this.#isThere || isHeard) return this.#doubtful;
    if (this.#isMisplaced) return [MISPLACED];
    return this.#hasTests ? [MISSING] : this.#doubtful;
  }
}

/** Jest provides absolute paths. The reporter is in the same folder, but is no setup file. */
function isOurs(path: string): boolean {
  if (/[\\/]index\.c?js$/.test(path)) return false;
  return dirname(path) === OWN_FOLDER || /[\\/]@testpoint[\\/]jest[\\/](?:build|setup)[\\/]/.test(path);
}
