import { readFileSync, realpathSync, statSync } from 'node:fs';
import { stripVTControlCharacters } from 'node:util';
import { ERROR, read } from '@testpoint/interface/codec';
import type { SessionData } from '../format.js';
import type { Masking } from '../masking.js';
import { listOf, type Members, membersOf, textOf } from '../members.js';
import { type ErrorLocation, isBelow, isSource, locationInStack, shownFile } from '../read/error-location.js';
import { colorsOf } from './frame-colors.js';

/** A file's lines for the report, and which of them have been masked. */
interface SourceFile {
  /** Epoch milliseconds. */
  changedAt: number;
  lines: readonly string[];
  masked: ReadonlySet<number>;
}

const LINES_ABOVE = 2;
const LINES_BELOW = 3;
const LONGEST_LINE = 200;
/** Maximum size, bytes; larger files are not source files. */
const LARGEST_FILE = 2_000_000;
/** Results arrive file by file, so a small cache is enough. */
const FILES_KEPT = 100;

/**
 * Adds the locations of errors and the source around them, if the framework has not. The sources are read when the report is
 * made: only files in the suite's folder, because a journal may come from anywhere, and only files that have not changed
 * since the run.
 */
export class SourceFrames {
  readonly #masking: Masking;
  readonly #files = new Map<string, SourceFile | undefined>();
  readonly #roots = new Map<string, string>();

  constructor(masking: Masking) {
    this.#masking = masking;
  }

  /**
   * A result's line with the available additions.
   * @param root the suite's folder
   */
  line(line: Buffer, root: string, { startedAt }: Pick<SessionData, 'startedAt'>): Buffer {
    const entry = membersOf(JSON.parse(line.toString('utf8')));
    const view = membersOf(entry.view);
    const errors = [view, ...listOf(view.earlier).map(membersOf)].flatMap((one) => listOf(one.errors).map(membersOf));
    let isChanged = false;
    for (const error of errors) isChanged = this.#complete(error, textOf(view.file), root, startedAt) || isChanged;
    return isChanged ? Buffer.from(JSON.stringify(entry)) : line;
  }

  /** @param file of the test @returns whether there was anything to add */
  #complete(error: Members, file: string, root: string, startedAt: number): boolean {
    const known = read(ERROR, error);
    const place = known.location ?? locationInStack(known, root);
    const location = place && { ...place, file: shownFile(place.file, file, root) };
    const codeFrame = known.codeFrame || (place && this.#frameAt(place, root, startedAt));
    const frameColors = known.frameColors || (codeFrame && colorsOf(codeFrame));
    const isComplete =
      location?.file === known.location?.file && codeFrame === known.codeFrame && frameColors === known.frameColors;
    if (!isComplete) Object.assign(error, { location, codeFrame, frameColors });
    return !isComplete;
  }

  #frameAt({ file, line, column }: ErrorLocation, root: string, startedAt: number): string | undefined {
    const source = this.#source(file, root);
    if (source === undefined || source.changedAt > startedAt || line < 1 || line > source.lines.length)
      return undefined;
    return frameOf(source.lines, line, source.masked.has(line - 1) ? undefined : column);
  }

  #source(file: string, root: string): SourceFile | undefined {
    const key = `${root}\n${file}`;
    if (!this.#files.has(key)) {
      if (this.#files.size >= FILES_KEPT) this.#files.clear();
      this.#files.set(key, this.#read(file, root));
    }
    return this.#files.get(key);
  }

  #read(file: string, root: string): SourceFile | undefined {
    try {
      const path = realpathSync(file);
      if (!isSource(file) || !isSource(path) || !isBelow(this.#realRoot(root), path)) return undefined;
      const stats = statSync(path);
      if (!stats.isFile() || stats.size > LARGEST_FILE) return undefined;
      const text = readFileSync(path, 'utf8');
      const own = linesOf(text);
      const lines = linesOf(this.#masking.text(text));
      // A masked text spans several lines, so the line numbers no longer match.
      if (own.length !== lines.length) return undefined;
      const masked = new Set([...lines.keys()].filter((index) => lines[index] !== own[index]));
      return { changedAt: stats.mtimeMs, lines, masked };
    } catch {
      // It no longer exists, or is not on this machine.
      return undefined;
    }
  }

  #realRoot(root: string): string {
    const real = this.#roots.get(root) ?? realpathSync(root);
    this.#roots.set(root, real);
    return real;
  }
}

/** In Playwright's format. */
function frameOf(lines: readonly string[], line: number, column: number | undefined): string {
  const first = Math.max(1, line - LINES_ABOVE);
  const last = Math.min(lines.length, line + LINES_BELOW);
  const width = `${last}`.length;
  const frame: string[] = [];
  for (let number = first; number <= last; number++) {
    const text = stripVTControlCharacters(lines[number - 1] ?? '');
    const shown = text.length > LONGEST_LINE ? `${text.slice(0, LONGEST_LINE).toWellFormed()}…` : text;
    frame.push(`${number === line ? '>' : ' '} ${`${number}`.padStart(width)} | ${shown}`.trimEnd());
    if (number === line && column !== undefined && column >= 1 && column <= Math.min(text.length, LONGEST_LINE)) {
      frame.push(`  ${' '.repeat(width)} | ${text.slice(0, column - 1).replace(/[^\t]/g, ' ')}^`);
    }
  }
  return frame.join('\n');
}

function linesOf(text: string): string[] {
  return text.split(/\r\n|\r|\n/);
}
