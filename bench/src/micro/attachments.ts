import { randomBytes } from 'node:crypto';
import { closeSync, ftruncateSync, mkdirSync, openSync, statfsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { spreadBeside, spreadOf, table } from '../table.js';
import { inTemporaryFolder } from '../temporary-folder.js';
import { runProgram } from './processes.js';
import { leaveSession } from './sessions.js';
import { byTurns, type Measurement, type MicroOptions, type Turn } from './turns.js';

const MIB = 2 ** 20;
const MEDIUM_FILES = 100;
type Run = Record<'wall' | 'cpu' | 'peak', number>;

interface Load {
  name: string;
  count: number;
  bytes: number;
  /** Number of results that they are attached to, in equal shares. */
  tests: number;
}

/** Compares our uploads with a bare streamed upload of the same files. */
export const attachments: Measurement = {
  title: 'Upload of attachments',
  async run(options) {
    const rows: string[][] = [];
    for (const load of loadsOf(options)) {
      const [ours = [], bare = []] = await inTemporaryFolder((folder) => measure(folder, load, options));
      const ratio = spreadBeside(ours, bare, (run, other) => other.wall / run.wall, 2);
      rows.push([...row(`${load.name}, ours`, load, ours), ratio], [...row('bare upload', load, bare), '']);
    }
    return `A flush of a journal whose results have these attachments, compared with a bare upload, which streams the same files as
multipart forms, four at a time, over persistent connections. Both send to the same bare server in another process. Ours also posts
the results. The large file is sparse, so reading it needs no disk. Target: at least 0.8 of the bare upload's throughput, and constant
memory for a large file.

${table(['', 'files/s', 'MiB/s', 'client CPU, ms per file', 'peak MiB', 'throughput / bare upload'], rows)}`;
  },
};

function loadsOf({ smallFiles, largeFile }: MicroOptions): Load[] {
  return [
    { name: `${smallFiles} files of 2 KiB`, count: smallFiles, bytes: 2048, tests: Math.ceil(smallFiles / 4) },
    { name: `${MEDIUM_FILES} files of 1 MiB`, count: MEDIUM_FILES, bytes: MIB, tests: MEDIUM_FILES },
    { name: `one file of ${largeFile} MiB`, count: 1, bytes: largeFile * MIB, tests: 1 },
  ];
}

async function measure(folder: string, load: Load, { repeats }: MicroOptions): Promise<Run[][]> {
  const files = makeFiles(folder, load);
  const left = await leaveSession(folder, load.tests, 5, files);
  const uploading = (program: 'flush' | 'bare-uploads', input: () => object): Turn<Run> => {
    return async (server) => {
      const run = await runProgram<keyof Run>(program, { ...input(), url: server.url });
      const { uploads, uploadBytes } = await server.counts();
      if (uploads === load.count && uploadBytes >= load.count * load.bytes) return run;
      throw new Error(`${uploads} of ${load.count} files arrived`);
    };
  };
  const ours = uploading('flush', () => ({ outbox: left.outbox() }));
  return byTurns(repeats, [ours, uploading('bare-uploads', () => ({ files }))]);
}

/** Files with different contents, so that none is skipped as a duplicate. */
function makeFiles(folder: string, { count, bytes }: Load): string[] {
  const room = statfsSync(folder);
  if (count > 1 && room.bavail * room.bsize < 2 * count * bytes) throw new Error(`not enough disk space in ${folder}`);
  const directory = join(folder, 'files');
  mkdirSync(directory);
  return Array.from({ length: count }, (_, number) => {
    const path = join(directory, `${number}.zip`);
    // Sizes vary a little, like those of traces and screenshots.
    if (count > 1) writeFileSync(path, randomBytes(bytes + number));
    else {
      const file = openSync(path, 'wx');
      ftruncateSync(file, bytes);
      closeSync(file);
    }
    return path;
  });
}

function row(name: string, { count, bytes }: Load, runs: readonly Run[]): string[] {
  return [
    name,
    spreadOf(runs, ({ wall }) => (count * 1000) / wall, count > 1 ? 0 : 2),
    spreadOf(runs, ({ wall }) => (count * bytes * 1000) / MIB / wall, 0),
    spreadOf(runs, ({ cpu }) => cpu / count, 2),
    spreadOf(runs, ({ peak }) => peak, 0),
  ];
}
