import type { ChildProcess } from 'node:child_process';
import { start as startProcess } from '../../../../scripts/processes.mjs';
import { Machine } from '../ci/machine.js';
import { type ShellBlock, shellBlocks } from './blocks.js';

const OUR_SERVER = 'http://127.0.0.1:7357';

/** Where and how a page's blocks run. */
export interface Place {
  folder: string;
  /** Folder of the other terminal. */
  otherFolder: string;
  env: Record<string, string>;
  /** Address of a service, for pages that start none. */
  url: string;
  /** What the page expects to be there, and a command that uses what its last block leaves. */
  before?: string;
  after?: string;
}

/** The end of a page. */
export interface PageEnd {
  code: number;
  output: string;
  /** Lines that the page shows, but the command did not print. Numbers, times and folders may differ. */
  notPrinted: string[];
  /** Number of results that arrived at the page's service. */
  results: number;
}

/** Runs a page's shell blocks like a reader who pastes them into one terminal, with values of his own for `…`. */
export async function runPage(page: string, place: Place): Promise<PageEnd> {
  const blocks = shellBlocks(page).filter(({ notRun }) => notRun === undefined);
  const service = blocks.find(({ inBackground }) => inBackground);
  const pasted = blocks.filter((block) => block !== service);
  const background = service === undefined ? undefined : await start(service, place);
  const url = background?.url ?? place.url;
  try {
    const parts = [place.before ?? '', ...pasted.map(({ script }) => script), place.after ?? ''];
    const script = parts.map((part, index) => `printf '\\n== ${index}\\n'\n${part}\n`).join('');
    const machine = new Machine(place.folder, place.env);
    const code = await machine.run(fill(script, url));
    const outputs = machine.output.slice(machine.output.lastIndexOf(`\n== 0\n`)).split(/^== \d+$/m);
    const notPrinted = pasted.flatMap(({ output }, index) => {
      const printed = (outputs[index + 2] ?? '').split('\n').map(shape);
      return output.filter((line) => line !== '…' && !printed.includes(shape(line)));
    });
    return { code, output: machine.output, notPrinted, results: await countResults(url) };
  } finally {
    if (background !== undefined) end(background.child);
  }
}

/** Starts the block that goes on, on a free port. */
function start({ script }: ShellBlock, { otherFolder, env }: Place): Promise<{ child: ChildProcess; url: string }> {
  const { PATH = '', HOME = '' } = process.env;
  const { child, printed, ended } = startProcess('bash', ['-c', script.replace('--open', '--open --port 0')], {
    cwd: otherFolder,
    env: { PATH, HOME, ...env },
    detached: true,
  });
  return new Promise((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream?.on('data', () => {
        const url = /^http:\S+$/m.exec(printed.output)?.[0];
        if (url !== undefined) resolve({ child, url });
      });
    }
    void ended.then(({ output }) => reject(new Error(`${script} ended:\n${output}`)), reject);
  });
}

/** npx does not pass signals on, so all processes of the terminal get it. */
function end(child: ChildProcess): void {
  if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid);
}

function fill(script: string, url: string): string {
  return script
    .replaceAll('https://tms.example.com', url)
    .replaceAll(OUR_SERVER, url)
    .replaceAll(/(TMS_\w+_GLOBAL_ID)=…/g, '$1=1')
    .replaceAll(/(TMS_\w+)=…/g, (_, name) => `${name}=${crypto.randomUUID()}`);
}

function shape(line: string): string {
  return line
    .trim()
    .replaceAll(/[\w:/.-]*\/shop\b/g, '/shop')
    .replaceAll(/[\da-f]{8}-[\da-f-]{27}/g, 'GUID')
    .replaceAll(/\d+([.:]\d+)*/g, '0')
    .replaceAll(/\b0m ?s\b/g, '0s');
}

async function countResults(url: string): Promise<number> {
  const inspect = async (path: string): Promise<{ id: string }[]> => {
    const answer = await fetch(`${url}/inspect/${path}`, { headers: { SecretKeyBase64: 'any' } });
    return (await answer.json()) as { id: string }[];
  };
  let count = 0;
  for (const { id } of await inspect('runs')) count += (await inspect(`runs/${id}/results`)).length;
  return count;
}
