import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { runTree } from './process-tree.js';

let folder: string;

beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'testpoint-tree-')));
});

afterEach(() => rmSync(folder, { recursive: true }));

function program(name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

test('runs the program in its folder, and returns its exit code and output', async () => {
  const path = program('main.cjs', 'console.log(process.cwd()); console.error("to the other"); process.exitCode = 7;');
  const { exitCode, output } = await runTree([path], folder, {});
  expect(exitCode).toBe(7);
  expect(output).toContain(folder);
  expect(output).toContain('to the other');
});

test('measuring affects neither the children nor the options of the program', async () => {
  program('required.cjs', 'process.stdout.write("required ");');
  program('child.cjs', 'console.log(process.env.NODE_OPTIONS, process.env.BENCH_MEMORY);');
  const path = program('main.cjs', 'require("child_process").fork("./child.cjs");');
  const { output } = await runTree([path], folder, { NODE_OPTIONS: '--require ./required.cjs' });
  expect(output).toBe('required required --require ./required.cjs undefined\n');
});

describe.skipIf(process.platform === 'win32')('if the system provides the figures', () => {
  test('CPU of a process and its descendants is counted', async () => {
    program('child.cjs', 'while (process.cpuUsage().user < 100_000);');
    const path = program(
      'main.cjs',
      'require("child_process").fork("./child.cjs"); while (process.cpuUsage().user < 100_000);',
    );
    const { cpu } = await runTree([path], folder, {});
    expect(cpu).toBeGreaterThanOrEqual(200);
  });

  test('memory is the peak of the started process', async () => {
    program('child.cjs', 'Buffer.alloc(400 * 2 ** 20, 1);');
    const path = program('main.cjs', 'Buffer.alloc(100 * 2 ** 20, 1); require("child_process").fork("./child.cjs");');
    const { memory } = await runTree([path], folder, {});
    expect(memory).toBeGreaterThan(100);
    expect(memory).toBeLessThan(400);
  });
});
