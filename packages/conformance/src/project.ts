import { mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import type { Launch } from '@testpoint/frameworks/lab';
import { chromium } from '../../../scripts/browser.mjs';
import { writeProject } from '../../../scripts/projects.mjs';
import { type Column, linksOf, programOf, textOf, verdictsIn } from './column.js';
import { type Ended, run, type Signal } from './processes.js';

/** A folder with the suites of a run, set up as a user of this framework would do it. */
export class Project {
  readonly folder: string;
  /** Every written file, by name. */
  readonly files: Readonly<Record<string, string>>;
  readonly #column: Column;
  readonly #launch: Launch;

  constructor(column: Column, launch: Launch) {
    this.#column = column;
    this.#launch = launch;
    // The real path, because frameworks report files by their real paths.
    this.folder = realpathSync(mkdtempSync(join(tmpdir(), `testpoint-${column.framework}-`)));
    const plain = ['dialect', 'tools'].map((name) => [`${name}${extname(column.fileOf(name))}`, textOf(name, column)]);
    const suites = launch.suites.map((suite) => [column.fileOf(suite), textOf(suite, column)]);
    this.files = { ...column.files(launch, chromium), ...Object.fromEntries([...plain, ...suites]) };
    writeProject(this.folder, this.files, linksOf(column));
  }

  /** Runs the framework. */
  run(env: NodeJS.ProcessEnv, signal?: Signal): Promise<Ended> {
    const args = [programOf(this.#column.framework), ...this.#column.args(this.#launch)];
    return run({ args, cwd: this.folder, env: { CONFORMANCE_FOLDER: this.folder, ...env }, signal });
  }

  /** The framework's own outcome for each test, from the report of its JSON reporter if the process wrote it. */
  verdicts(): Record<string, string> | 'no report' {
    const report = this.#read('report.json');
    // One that opens its file at its begin, and was ended, has left it empty.
    return report === undefined || report === '' ? 'no report' : verdictsIn(JSON.parse(report), this.#column.framework);
  }

  /** Whether a suite has called `say` (`suites/tools.ts`) with a word. */
  hasHeard(word: string): boolean {
    return this.#read(`${word}.word`) !== undefined;
  }

  /** Names of the files and folders at the top level. */
  entries(): string[] {
    return readdirSync(this.folder);
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true, maxRetries: 3 });
  }

  #read(name: string): string | undefined {
    try {
      return readFileSync(join(this.folder, name), 'utf8');
    } catch {
      return undefined;
    }
  }
}
