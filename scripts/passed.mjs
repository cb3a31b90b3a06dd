// Which checks have passed on the files as they are. A check depends on nothing but the files of the repository, which name the
// version of each tool, and on Node.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { run } from './processes.mjs';
import { root } from './projects.mjs';

export class Passed {
  #path;
  /** Hash of all files, or undefined if Git can't list them. Then every check runs. */
  #state;
  #commands;

  static async read(path) {
    const passed = new Passed();
    passed.#path = path;
    passed.#state = await stateOfFiles();
    const { state, commands } = existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : {};
    passed.#commands = new Set(state === passed.#state ? commands : []);
    return passed;
  }

  has(command) {
    return this.#commands.has(command);
  }

  add(command) {
    this.#commands.add(command);
  }

  /** Writes nothing if a file has changed since: a check may have read either state. */
  async write() {
    if (this.#state === undefined || (await stateOfFiles()) !== this.#state) return;
    mkdirSync(dirname(this.#path), { recursive: true });
    writeFileSync(this.#path, JSON.stringify({ state: this.#state, commands: [...this.#commands] }));
  }
}

async function stateOfFiles() {
  const listed = await run('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
  }).catch(() => undefined);
  if (listed?.code !== 0) return undefined;
  const hash = createHash('sha256').update(process.version);
  for (const name of listed.stdout.split('\0').sort()) {
    const path = join(root, name);
    hash.update(`${name}\0`).update(name !== '' && existsSync(path) ? readFileSync(path) : '');
  }
  return hash.digest('hex');
}
