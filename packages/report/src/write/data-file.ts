import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DATA_CALLBACK } from '../format.js';
import { noDataFile } from '../messages.js';

/** Size of the journal lines in one chunk of results, bytes, unless a single line is larger. */
const RESULTS_PER_CHUNK = 256 * 1024;

/** Ends every script of a report, because a suite may measure the coverage of all scripts in its folder. */
export const NO_COVERAGE = '/* istanbul ignore file */\n';
/** Begins every data file: a name that linters know, and TypeScript, if it checks scripts. */
const OWNER = '/** @type {any} */ (globalThis).';
const END_OF_LIST = Buffer.from(`\n]);\n${NO_COVERAGE}`);
const BETWEEN = Buffer.from('\n},\n');
const AFTER_LAST = Buffer.from('\n}');

export type ChunkKind = 'rows' | 'results' | 'search' | 'history';

export function chunkName(kind: ChunkKind, number: number): string {
  return `${kind}-${number}`;
}

/** Path of a data file in the report's folder. */
export function dataFile(name: string): string {
  return `data/${name}.js`;
}

/** Writes a data file: a script that passes its value to the viewer. */
export function writeData(directory: string, name: string, value: unknown): void {
  writeFileSync(join(directory, dataFile(name)), `${OWNER}${callOf(name)}${JSON.stringify(value)});\n${NO_COVERAGE}`);
}

/**
 * The value in a data file's text.
 * @throws SyntaxError if the text is not that of a data file
 */
export function readData(text: string, name: string): unknown {
  const begin = callOf(name);
  const start = text.indexOf(begin);
  const end = text.lastIndexOf(');');
  if (start < 0 || end < 0) throw new SyntaxError(noDataFile(begin));
  return JSON.parse(text.slice(start + begin.length, end));
}

function callOf(name: string): string {
  return `${DATA_CALLBACK}(${JSON.stringify(name)},`;
}

/** Writes the chunks of results one after the other: for each item its header, then the unchanged journal line. */
export class ResultChunks {
  readonly #directory: string;
  #parts: Buffer[] = [];
  #bytes = 0;
  #items = 0;
  /** Number of chunks written so far, without the open one. */
  count = 0;

  constructor(directory: string) {
    this.#directory = directory;
  }

  /**
   * @param header the item's other members as JSON, without its braces
   * @param line a journal line; not kept
   * @returns the position of the item
   */
  add(header: string, line: Buffer): { chunk: number; place: number } {
    if (this.#bytes >= RESULTS_PER_CHUNK) this.end();
    const head = Buffer.from(`{${header},"entry":\n`);
    if (this.#items > 0) this.#parts.push(BETWEEN);
    this.#parts.push(head, Buffer.from(line));
    this.#bytes += head.length + line.length;
    return { chunk: this.count + 1, place: this.#items++ };
  }

  /** Writes the collected items. */
  end(): void {
    if (this.#items === 0) return;
    const name = chunkName('results', ++this.count);
    const begin = Buffer.from(`${OWNER}${callOf(name)}[\n`);
    const content = Buffer.concat([begin, ...this.#parts, AFTER_LAST, END_OF_LIST]);
    writeFileSync(join(this.#directory, dataFile(name)), content);
    this.#parts = [];
    this.#bytes = 0;
    this.#items = 0;
  }
}
