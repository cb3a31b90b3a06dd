import { mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { writeProject } from '../../../scripts/projects.mjs';
import { type Column, type Launch, linksOf } from './columns/column.js';
import { type Ended, run, type Signal } from './processes.js';

const SUITES = fileURLToPath(new URL('suites/', import.meta.url));
const DIALECTS = fileURLToPath(new URL('dialects/', import.meta.url));

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
    const plain = column.fileOf('x').endsWith('.ts') ? 'ts' : 'js';
    this.files = {
      ...column.files(launch),
      [`dialect.${plain}`]: column.compile(read(DIALECTS, `${column.framework}.ts`)),
      [`tools.${plain}`]: column.compile(read(SUITES, 'tools.ts')),
      ...Object.fromEntries(
        launch.suites.map((suite) => [column.fileOf(suite), column.compile(sourceOf(suite, column))]),
      ),
    };
    writeProject(this.folder, this.files, linksOf(column));
  }

  /** Runs the framework. */
  run(env: NodeJS.ProcessEnv, signal?: Signal): Promise<Ended> {
    const args = this.#column.command(this.#launch);
    return run({ args, cwd: this.folder, env: { CONFORMANCE_FOLDER: this.folder, ...env }, signal });
  }

  /** The framework's own outcome for each test, from the report of its JSON reporter if the process wrote it. */
  verdicts(): Record<string, string> | 'no report' {
    const report = this.#read('report.json');
    return report === undefined ? 'no report' : this.#column.verdicts(JSON.parse(report));
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

/** Frameworks mock differently, so each has its own `mocks` suite. All others are shared. */
function sourceOf(suite: string, { framework }: Column): string {
  return suite === 'mocks' ? read(SUITES, `mocks.${framework}.ts`) : read(SUITES, `${basename(suite)}.ts`);
}

function read(folder: string, name: string): string {
  return readFileSync(join(folder, name), 'utf8');
}
