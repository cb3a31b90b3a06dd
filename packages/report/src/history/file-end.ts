import { openPlainFile } from '@testpoint/interface/codec';
import { slowDisk } from '../messages.js';

/** Milliseconds without a byte of the file once the other process runs. */
const PATIENCE = 5_000;
/** Milliseconds until it runs, on the busiest machine. */
const START_PATIENCE = 60_000;
/** The other process's exit code if the file is longer than the limit. */
const IS_CUT = 3;

/** The program of the other process: its standard output is one byte when it runs, then the end of the file. */
const PROGRAM = `
const fs = require('node:fs');
fs.writeSync(1, ' ');
const [path, limit] = process.argv.slice(1);
if (!fs.existsSync(path)) process.exit(0);
const fd = (${openPlainFile})(fs, path);
const { size } = fs.fstatSync(fd);
const start = Math.max(0, size - limit);
if (start > 0) process.exitCode = ${IS_CUT};
fs.createReadStream('', { fd, start }).pipe(process.stdout);
`;

/**
 * The last bytes of a plain file; none if there is no file. Another process reads them: a network mount that stalls blocks
 * whoever reads from it, and a process that is over waits for such a read.
 * @param limit maximum number of bytes
 * @throws if it can't be read, or its disk does not answer for 5 s
 */
export function readFileEnd(path: string, limit: number): Promise<{ bytes: Buffer; isCut: boolean }> {
  const { spawn } = process.getBuiltinModule('node:child_process');
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, ['-e', PROGRAM, path, `${limit}`], {
      // Without the suite's preloads, and in Node mode if this is Electron.
      env: { ...process.env, NODE_OPTIONS: '', ELECTRON_RUN_AS_NODE: '1' },
      stdio: ['ignore', 'pipe', 'pipe'],
      windowsHide: true,
    });
    const giveUp = (patience: number) => {
      // A process that waits for a disk does not die at once, and we do not wait for it.
      child.kill('SIGKILL');
      child.unref();
      child.stdout.destroy();
      child.stderr.destroy();
      reject(new Error(slowDisk(patience / 1_000)));
    };
    let timer: NodeJS.Timeout | undefined;
    const wait = (patience: number) => {
      clearTimeout(timer);
      // This process may have been too busy to read what is there, so that comes first.
      const over = setTimeout(() => setImmediate(() => timer === over && giveUp(patience)), patience);
      timer = over;
    };
    const stop = () => {
      clearTimeout(timer);
      timer = undefined;
    };
    wait(START_PATIENCE);
    const chunks: Buffer[] = [];
    let trouble = '';
    child.stdout.on('data', (chunk: Buffer) => {
      wait(PATIENCE);
      chunks.push(chunk);
    });
    child.stderr.on('data', (chunk: Buffer) => {
      trouble += chunk;
    });
    child.once('error', (error) => {
      stop();
      reject(error);
    });
    child.once('close', (code) => {
      stop();
      if (code === 0 || code === IS_CUT) {
        resolve({ bytes: Buffer.concat(chunks).subarray(1), isCut: code === IS_CUT });
      } else reject(new Error(/^\w*Error: (.*)$/m.exec(trouble)?.[1] ?? `code ${code}`));
    });
  });
}
