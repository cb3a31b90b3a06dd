import { appendFileSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ReportFile, ResultItem, RunData } from '../format.js';
import * as messages from '../messages.js';
import { readData } from './data-file.js';
import { replaceFile } from './replace-file.js';
import { viewerFile, withVerdict } from './viewer-files.js';

/** Maximum size of a single file, bytes. Only attachments are omitted to keep to it. */
const LARGEST = 50 * 1024 * 1024;
const DATA_NAME = /^([a-z]+(?:-[0-9]+)?)\.js$/;

/** The embedded attachments of a report. */
interface Choice {
  /** Paths of those with their own block. */
  embedded: ReadonlySet<string>;
  /** Paths of those that are too large, with their bytes. */
  leftOut: ReadonlyMap<string, number>;
}

/**
 * Writes a report folder to one file: the viewer, then a block for each data file and attachment.
 * @returns sentences about omitted parts
 */
export function writeSingle(directory: string, path: string): string[] {
  const names = dataNames(directory);
  const choice = choose(directory, names);
  const sentences = [...choice.leftOut].map(([place, bytes]) =>
    messages.tooLargeForSingle(place, Math.ceil(bytes / 1024 ** 2)),
  );
  try {
    replaceFile(path, (draft) => {
      const head = readFileSync(viewerFile('single-head.html'), 'utf8');
      writeFileSync(draft, withVerdict(head, loaded(directory, 'run') as RunData));
      for (const name of names)
        addBlock(draft, 'application/json', name, asText(dataOf(directory, name, choice, sentences)));
      for (const place of choice.embedded) {
        addBlock(draft, 'application/octet-stream', place, readFileSync(join(directory, place), 'base64'));
      }
      appendFileSync(draft, readFileSync(viewerFile('single-tail.html')));
    });
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new Error(messages.singleNotWritten(path, why), { cause: error });
  }
  return sentences;
}

function dataNames(directory: string): string[] {
  return readdirSync(join(directory, 'data')).flatMap((name) => DATA_NAME.exec(name)?.[1] ?? []);
}

/** Smallest attachments first, as many as fit next to the data. */
function choose(directory: string, names: readonly string[]): Choice {
  let bytes = 0;
  const files: ReportFile[] = [];
  for (const name of names) {
    bytes += statSync(join(directory, 'data', `${name}.js`)).size;
    if (name.startsWith('results-')) for (const item of itemsOf(directory, name)) files.push(...item.files);
  }
  const separate = files.filter(({ path, text }) => path !== undefined && text === undefined);
  const embedded = new Set<string>();
  const leftOut = new Map<string, number>();
  for (const { path = '', bytes: size = 0 } of separate.sort((one, other) => (one.bytes ?? 0) - (other.bytes ?? 0))) {
    // Size in base64.
    bytes += Math.ceil(size / 3) * 4;
    if (bytes > LARGEST) leftOut.set(path, size);
    else embedded.add(path);
  }
  return { embedded, leftOut };
}

function dataOf(directory: string, name: string, { leftOut }: Choice, sentences: readonly string[]): unknown {
  if (name === 'run') {
    const run = loaded(directory, name) as RunData;
    return { ...run, incomplete: [...run.incomplete, ...sentences] };
  }
  if (!name.startsWith('results-')) return loaded(directory, name);
  return itemsOf(directory, name).map((item) => ({
    ...item,
    files: item.files.map((file) => embeddedFile(file, leftOut)),
  }));
}

function embeddedFile(file: ReportFile, leftOut: ReadonlyMap<string, number>): ReportFile {
  const { path, ...rest } = file;
  if (path === undefined || file.text !== undefined) return rest;
  return leftOut.has(path) ? { ...rest, missing: messages.MISSING.tooLarge } : file;
}

/** Needs no checks, because this process has written the folder. */
function itemsOf(directory: string, name: string): ResultItem[] {
  return loaded(directory, name) as ResultItem[];
}

function loaded(directory: string, name: string): unknown {
  return readData(readFileSync(join(directory, 'data', `${name}.js`), 'utf8'), name);
}

/** JSON in which no text can end the block. */
function asText(value: unknown): string {
  return JSON.stringify(value).replaceAll('<', '\\u003c');
}

function addBlock(path: string, type: string, id: string, text: string): void {
  appendFileSync(path, `<script type="${type}" id="${id}">${text}</script>\n`);
}
