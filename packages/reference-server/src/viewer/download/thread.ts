/** The thread that writes a run as an offline report, so that the thread that answers goes on answering. */
import { createWriteStream, mkdirSync, readdirSync } from 'node:fs';
import { extname, join } from 'node:path';
import { PassThrough } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { type Masking, writeReport, writeSingle } from '@testpoint/report';
import { ZipFile } from 'yazl';
import type { StoredAttachment } from '../../database/store.js';
import type { NamedRun } from '../named-runs.js';
import type { ConfigurationNames } from '../report-maker.js';
import { isText } from '../stored-result.js';
import { type ReceivedResult, StoredSource } from './stored-source.js';

/** The form of a download: a single page, or a folder in a zip file. */
export type Form = 'html' | 'zip';

/** Results and descriptions of attachments in turn, and the run at the end. */
export type DownloadInput =
  | { results: readonly ReceivedResult[] }
  | { attachment: StoredAttachment }
  | { run: NamedRun; names: ConfigurationNames; form: Form };

/** The answer to `results`: ids of attachments to bring and describe. The answer to `run`: the file. */
export type DownloadOutput = { wanted: string[] } | { path: string };

const { folder, tool } = workerData as { folder: string; tool: string };
const source = new StoredSource(folder);
mkdirSync(join(folder, 'files'));

/** The bodies were masked before they were sent. */
const NO_MASKING: Masking = {
  isNeeded: false,
  text: (text) => text,
  textInTime: (text) => text,
  stream: () => new PassThrough(),
  isText,
};
/** Types of files that are compressed already. */
const COMPRESSED = new Set(['.png', '.jpg', '.jpeg', '.gif', '.webp', '.webm', '.mp4', '.zip', '.gz']);

parentPort?.on('message', async (input: DownloadInput) => {
  if ('attachment' in input) source.describe(input.attachment);
  else
    answer('run' in input ? { path: await write(input) } : { wanted: input.results.flatMap((one) => source.add(one)) });
});

function answer(output: DownloadOutput): void {
  parentPort?.postMessage(output);
}

async function write({ run, names, form }: Extract<DownloadInput, { run: NamedRun }>): Promise<string> {
  source.finish(run, names);
  const directory = join(folder, 'report');
  await writeReport({ directory, inputs: [() => source], masking: NO_MASKING, tool });
  const path = join(folder, `report.${form}`);
  if (form === 'html') writeSingle(directory, path);
  else await zip(directory, path);
  return path;
}

async function zip(directory: string, path: string): Promise<void> {
  const file = new ZipFile();
  for (const entry of readdirSync(directory, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const place = join(entry.parentPath, entry.name);
    const name = place.slice(directory.length + 1).replaceAll('\\', '/');
    file.addFile(place, `report/${name}`, { compress: !COMPRESSED.has(extname(name).toLowerCase()) });
  }
  file.end();
  await pipeline(file.outputStream, createWriteStream(path));
}
