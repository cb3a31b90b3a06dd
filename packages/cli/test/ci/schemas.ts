import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { outputOf, run } from '../../../../scripts/processes.mjs';

const OLDER_NODE = ['--import', new URL('./older-node.mjs', import.meta.url).href];
const PARSER = fileURLToPath(new URL('./workflow-errors.mjs', import.meta.url));
const require = createRequire(import.meta.url);
const LOCAL = join(dirname(require.resolve('gitlab-ci-local/package.json')), 'dist/index.js');

/** What GitHub's own parser has to say against a workflow. */
export function workflowErrors(content: string): Promise<string[]> {
  return withFile('testpoint.yml', content, async (folder) => {
    const args = [...OLDER_NODE, PARSER, join(folder, 'testpoint.yml')];
    return (await outputOf(process.execPath, args)).split('\n').filter((line) => line !== '');
  });
}

/** What the schema of GitLab's pipelines, which gitlab-ci-local contains, has to say against one. */
export function pipelineErrors(content: string): Promise<string[]> {
  return withFile('.gitlab-ci.yml', content, async (folder) => {
    await run('git', ['init', '--quiet'], { cwd: folder });
    const { code, output } = await run(process.execPath, [...OLDER_NODE, LOCAL, '--list'], { cwd: folder });
    return code === 0 ? [] : (output.match(/^\s+• .* at .*$/gm) ?? [output]);
  });
}

async function withFile<T>(name: string, content: string, use: (folder: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'testpoint-pipeline-'));
  try {
    writeFileSync(join(folder, name), content);
    return await use(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
