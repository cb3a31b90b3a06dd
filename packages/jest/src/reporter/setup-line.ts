import { basename, dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ProjectConfig, TestCase, TestFile, TestFileResult } from '../in-test/jest-types.js';
import { misplacedSetupLine, noSetupLine, notRecorded, otherRunner } from './messages.js';

const OWN_FOLDER = dirname(fileURLToPath(import.meta.url));
const NAME = '@testpoint/jest/setup';
/** How many projects a notice names. */
const NAMED = 5;

/** What to call projects, by Jest's id of each; '' for the only one. */
type Places = Map<string | undefined, string>;

interface OtherRunner {
  places: Places;
  /** Whether some of its tests look as if they had hooks or steps. A linter's, for example, have neither. */
  mayLack: boolean;
}

/** Checks whether our setup file is configured correctly in each project, and has the warnings to print if not. */
export class SetupLine {
  /** Projects whose tests ran without our setup file. */
  readonly #missing: Places = new Map();
  readonly #misplaced: Places = new Map();
  /** Runners other than jest-circus, by name. */
  readonly #otherRunners = new Map<string, OtherRunner>();
  /** Warnings that may have appeared only because the setup file is missing. */
  readonly #doubtful: string[] = [];

  /**
   * A file that can't be loaded reveals nothing about its setup files. Only jest-circus, which counts invocations, needs ours.
   * @param place what to call its project
   * @param isHeard whether a setup file has sent something about it; one of the user's setup files may also load ours
   */
  end({ context }: TestFile, place: string, { testResults }: TestFileResult, isHeard: boolean): void {
    const { id, setupFilesAfterEnv = [], setupFiles = [] } = context.config;
    const ran = testResults.filter(({ status }) => status === 'passed' || status === 'failed');
    if (isHeard || ran.length === 0) return;
    const isSetUp = setupFilesAfterEnv.some(isOurs);
    if (ran.some(({ invocations }) => invocations)) {
      if (!isSetUp) (setupFiles.some(isOurs) ? this.#misplaced : this.#missing).set(id, place);
      return;
    }
    const name = runnerOf(context.config);
    const runner = this.#otherRunners.get(name) ?? { places: new Map(), mayLack: false };
    runner.places.set(id, place);
    runner.mayLack ||= isSetUp || ran.some(isInDescribe);
    this.#otherRunners.set(name, runner);
  }

  doubt(text: string): void {
    this.#doubtful.push(text);
  }

  notices(): readonly string[] {
    const notices: string[] = [];
    if (this.#missing.size > 0) {
      notices.push(noSetupLine(lacksIn(this.#missing), NAME));
    }
    if (this.#misplaced.size > 0) {
      notices.push(misplacedSetupLine(lacksIn(this.#misplaced), NAME));
    }
    const mayCall = notices.length === 0 && this.#doubtful.length > 0;
    for (const [name, { places, mayLack }] of this.#otherRunners) {
      if (mayLack || mayCall) notices.push(otherRunner(lacksIn(places), name));
    }
    return notices.length > 0 ? notices : this.#doubtful;
  }
}

function isInDescribe({ ancestorTitles }: TestCase): boolean {
  return ancestorTitles.length > 0;
}

/** The package of the runner, or its file. With Jest's own runner, `testRunner` decides. */
function runnerOf({ runner = '', testRunner = '' }: ProjectConfig): string {
  const path = /[\\/]jest-runner[\\/]/.test(runner) ? testRunner : runner;
  return /.*[\\/]node_modules[\\/]((?:@[^\\/]+[\\/])?[^\\/]+)/.exec(path)?.[1] ?? basename(path);
}

function lacksIn(places: Places): string {
  const names = [...new Set(places.values())].sort();
  const others = names.length > NAMED ? ` and ${names.length - NAMED} other projects` : '';
  const where = names.includes('') ? '' : ` in ${names.slice(0, NAMED).join(', ')}${others}`;
  return notRecorded(where);
}

/** Jest provides absolute paths. The reporter is in the same folder, but is no setup file. */
function isOurs(path: string): boolean {
  if (/[\\/]index\.c?js$/.test(path)) return false;
  return dirname(path) === OWN_FOLDER || /[\\/]@testpoint[\\/]jest[\\/](?:build|setup)[\\/]/.test(path);
}
