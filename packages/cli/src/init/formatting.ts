import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { invocation } from '../invocation.js';
import { manifestsFrom } from './manifest.js';
import type { FileChange } from './plan.js';

/** Returns the text as a project's formatter writes it. @throws if it does not format such files */
type Format = (path: string, text: string) => string | Promise<string>;

const FORMATTERS: Readonly<Record<string, (project: NodeJS.Require) => Format | Promise<Format>>> = {
  prettier,
  '@biomejs/biome': biome,
};

/** Those that check the layout in projects without a formatter. They may take long, because they may check types, too. */
const LINTERS: typeof FORMATTERS = { eslint, standard };

/** The changes in the layout that the project's formatters check. A file in another layout keeps it. */
export async function formatted(root: string, changes: readonly FileChange[]): Promise<FileChange[]> {
  const project = createRequire(join(root, 'package.json'));
  const named = new Set(manifestsFrom(root).flatMap(({ manifest }) => Object.keys(manifest.dependencies)));
  const result = [...changes];
  const [used = {}] = [FORMATTERS, LINTERS].filter((kind) => Object.keys(kind).some((name) => named.has(name)));
  for (const name of Object.keys(used).filter((one) => named.has(one))) {
    for (const [index, change] of result.entries()) {
      const { file, before, after } = change;
      try {
        const format = await used[name]?.(project);
        const isTheirs = before === undefined || (await format?.(join(root, file), before)) === before;
        if (isTheirs) result[index] = { ...change, after: (await format?.(join(root, file), after)) ?? after };
      } catch {
        // It is not installed, or does not format this file.
      }
    }
  }
  return result;
}

async function prettier(project: NodeJS.Require): Promise<Format> {
  const { default: api } = await import(pathToFileURL(project.resolve('prettier')).href);
  return async (path, text) => {
    const options: unknown = await api.resolveConfig(path, { editorconfig: true });
    return api.format(text, { ...Object(options), filepath: path });
  };
}

function eslint(project: NodeJS.Require): Format {
  const { ESLint } = project('eslint');
  return async (path, text) =>
    fixed(text, await new ESLint({ cwd: dirname(path), fix: true }).lintText(text, { filePath: path }));
}

async function standard(project: NodeJS.Require): Promise<Format> {
  const { default: api } = await import(pathToFileURL(project.resolve('standard')).href);
  return async (filename, text) => fixed(text, await api.lintText(text, { filename, fix: true }));
}

/** ESLint's result has no text if nothing was to correct, or if it ignores the file. */
function fixed(text: string, [result]: readonly { output?: string }[]): string {
  return result?.output ?? text;
}

function biome(project: NodeJS.Require): Format {
  const command = join(dirname(project.resolve('@biomejs/biome/package.json')), 'bin/biome');
  return (path, input) => {
    const args = [command, 'format', `--stdin-file-path=${path}`];
    const options = { cwd: dirname(path), env: invocation().env, input, encoding: 'utf8' as const };
    const { status, stdout } = spawnSync(process.execPath, args, options);
    return status === 0 ? stdout : input;
  };
}
