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

/** A folder with the suites of a run, as somebody who uses this framework would have them. */
export class Project {
  readonly folder: string;
  /** Every file that was written, by name. */
  readonly files: Record<string, string> = {};

  constructor(column: Column, launch: Launch) {
    // Real: frameworks name files so.
    this.folder = realpathSync(mkdtempSync(join(tmpdir(), `testpoint-${column.framework}-`)));
    for (const [name, target] of Object.entries(column.links())) this.#link(name, target);
    for (const [name, content] of Object.entries(column.files(launch))) this.#write(name, content);
    const plain = column.fileOf('x').endsWith('.ts') ? 'ts' : 'js';
    this.#write(`dialect.${plain}`, column.compile(read(DIALECTS, `${column.framework}.ts`)));
    this.#write(`tools.${plain}`, column.compile(read(SUITES, 'tools.ts')));
    for (const suite of launch.suites) this.#write(column.fileOf(suite), column.compile(sourceOf(suite, column)));
  }

  /** What the framework's own JSON reporter wrote; undefined when the process did not come to it. */
  report(): unknown {
    const report = this.#read('report.json');
    return report === undefined ? undefined : JSON.parse(report);
  }

  /** Whether a suite has said a word (`say` in `suites/tools.ts`). */
  hasHeard(word: string): boolean {
    return this.#read(`${word}.word`) !== undefined;
  }

  /** Files and folders at the top. */
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

/** A suite of all frameworks or, where they differ in what they can do, of one. */
function sourceOf(suite: string, { framework }: Column): string {
  return suite === 'mocks' ? read(SUITES, `mocks.${framework}.ts`) : read(SUITES, `${basename(suite)}.ts`);
}

function read(folder: string, name: string): string {
  return readFileSync(join(folder, name), 'utf8');
}
