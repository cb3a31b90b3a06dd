import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { IS_LONG } from '../../../scripts/is-long.js';
import { Machine } from './ci/machine.js';
import { Project, suitesOfAll } from './ci/project.js';

const fileOf = (name: string) => readFileSync(new URL(`../../../examples/ci/${name}`, import.meta.url), 'utf8');

/** The command of GitHub: writes down what it is called with, and answers with the comment that exists. */
const GH = `#!/bin/sh
echo "$*" >> "$TOOLS/calls.txt"
case "$*" in *--paginate*) [ ! -f "$TOOLS/comment.txt" ] || cat "$TOOLS/comment.txt" ;; esac
`;
const COMMENTS = 'repos/shop/shop/issues/7/comments';

let project: Project;
let tools: string;
beforeEach(() => {
  project = new Project(suitesOfAll([]));
  tools = mkdtempSync(join(tmpdir(), 'testpoint-recipes-'));
  writeFileSync(join(tools, 'gh'), GH);
  chmodSync(join(tools, 'gh'), 0o755);
  const write = (name: string, text: string) => writeFileSync(join(project.repository, name), text);
  write('package.json', JSON.stringify({ scripts: { test: 'mocha a.mocha.test.js' } }));
  write('a.mocha.test.js', "it('one', () => {});\nit('two', () => { throw new Error('broken'); });\n");
});
afterEach(() => {
  project.remove();
  rmSync(tools, { recursive: true, force: true });
});

/** Runs scripts one after the other, as a system does that goes on after a failed one. @returns their exit codes */
async function runAll(scripts: readonly string[], env: Record<string, string>, folder = project.checkout()) {
  const machine = new Machine(folder, {
    TOOLS: tools,
    PATH: [tools, project.path].join(delimiter),
    TMS_REPORT: '1',
    ...env,
  });
  const codes: number[] = [];
  for (const script of scripts) codes.push(await machine.run(script));
  return { folder, codes, output: machine.output };
}

describe.runIf(IS_LONG && process.platform !== 'win32')('recipes without a service, executed', () => {
  test('a pull request on GitHub: one job summary, annotations, a comment that is updated, and a gate', async () => {
    const { steps } = parse(fileOf('github-pull-request.yml')).jobs.test as { steps: { if?: string; run?: string }[] };
    expect(steps.at(-1), 'runs after a comment that failed').toMatchObject({ if: '!cancelled()' });
    const scripts = steps.flatMap(({ run }) => run ?? []);
    const page = join(tools, 'step.md');
    const env = { GITHUB_ACTIONS: 'true', GITHUB_STEP_SUMMARY: page, COMMENTS };
    const { folder, codes, output } = await runAll(scripts, env);
    expect(codes, output).toEqual([0, 1, 0, 0, 0, 1]);
    expect(readFileSync(page, 'utf8').match(/^## .*$/gm)).toEqual(['## ❌ 1 test failed']);
    expect(readFileSync(join(folder, 'summary.md'), 'utf8')).toMatch(
      /^<!-- testpoint-summary -->\n## ❌ 1 test failed\n/,
    );
    expect(output).toMatch(/^::error file=\S*a\.mocha\.test\.js,line=2,title=two::/m);
    expect(existsSync(join(folder, 'testpoint-report/index.html'))).toBe(true);
    const calls = () => readFileSync(join(tools, 'calls.txt'), 'utf8').trim().split('\n');
    expect(calls().at(-1)).toBe(`api ${COMMENTS} --field body=@summary.md --silent`);
    const address = 'https://api.github.com/repos/shop/shop/issues/comments/1';
    writeFileSync(join(tools, 'comment.txt'), `${address}\n`);
    await runAll([scripts[4] ?? ''], env, folder);
    expect(calls().at(-1)).toBe(`api --method PATCH ${address} --field body=@summary.md --silent`);
  });

  const OTHERS: [string, RegExp][] = [
    ['azure-pipelines-report.yml', /^ +- bash: (npm test \|\| true|npx testpoint .*)$/gm],
    ['gitlab-merge-request.yml', /^ +- (npm test|npx testpoint .*?|npm test \|\| true)$/gm],
    ['Jenkinsfile-report', /sh(?:\(script:)? '((?:npm test|npx testpoint)[^']*)'/g],
  ];
  test.each(OTHERS)('%s: results for the widget, and a gate', async (name, command) => {
    const scripts = [...fileOf(name).matchAll(command)].map(([, script = '']) => script);
    const { folder, codes, output } = await runAll(scripts, name.startsWith('azure') ? { TF_BUILD: 'True' } : {});
    expect(scripts.at(-1)).toBe('npx testpoint gate --max-failed 0');
    expect(codes.slice(1, -1), output).toEqual(codes.slice(1, -1).map(() => 0));
    expect(codes.at(-1), output).toBe(1);
    expect(output.includes('##vso[task.uploadsummary]')).toBe(name.startsWith('azure'));
    expect(readFileSync(join(folder, 'junit.xml'), 'utf8')).toContain('tests="2" failures="1" errors="0"');
  });
});
