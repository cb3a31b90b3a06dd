import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Column, Launch } from './columns/column.js';

const SUITES = fileURLToPath(new URL('suites/', import.meta.url));
const DIALECTS = fileURLToPath(new URL('dialects/', import.meta.url));

/** A folder with the suites of a run, set up as a user of this framework would do it. */
export class Project {
  readonly folder: string;
  /** Every written file, by name. */
  readonly files: Record<string, string> = {};

  constructor(column: Column, launch: Launch) {
    // The real path, because frameworks report files by their real paths.
    this.folder = realpathSync(mkdtempSync(join(tmpdir(), `testpoint-${column.framework}-`)));
    for (const [name, target] of Object.entries(column.links())) this.#link(name, target);
    for (const [name, content] of Object.entries(column.files(launch))) this.#write(name, content);
    const plain = column.fileOf('x').endsWith('.ts') ? 'ts' : 'js';
    this.#write(`dialect.${plain}`, column.compile(read(DIALECTS, `${column.framework}.ts`)));
    this.#write(`tools.${plain}`, column.compile(read(SUITES, 'tools.ts')));
    for (const suite of launch.suites) this.#write(column.fileOf(suite), column.compile(sourceOf(suite, column)));
  }

  /** The report of the framework's own JSON reporter; undefined if the process did not write it. */
  report(): unknown {
    const report = this.#read('report.json');
    return report === undefined ? undefined : JSON.parse(report);
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

  #write(name: string, content: string): void {
    this.files[name] = content;
    writeFileSync(join(this.folder, name), content);
  }

  #link(name: string, target: string): void {
    const path = join(this.folder, 'node_modules', name);
    mkdirSync(dirname(path), { recursive: true });
    symlinkSync(target, path, 'junction');
  }
}

/** Frameworks mock differently, so each has its own `mocks` suite. All others are shared. */
function sourceOf(suite: string, { framework }: Column): string {
  return suite === 'mocks' ? read(SUITES, `mocks.${framework}.ts`) : read(SUITES, `${basename(suite)}.ts`);
}

function read(folder: string, name: string): string {
  return readFileSync(join(folder, name), 'utf8');
}
