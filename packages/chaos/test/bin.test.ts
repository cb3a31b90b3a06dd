import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { type Ended, run as runProgram } from '../../../scripts/processes.mjs';
import { readOptions } from '../src/options.js';

const BIN = fileURLToPath(new URL('../dist/bin.js', import.meta.url));

describe('the options', () => {
  it.each([
    ['--only matrix,stub', '--only: "stub" is not one of matrix, kills, shards, '],
    ['--only stubs --columns mocah', '--columns: "mocah" is not one of scripted, playwright, jest, vitest, mocha'],
    ['--only unchanged --columns scripted', '--columns: the part "unchanged" has only playwright, jest, vitest, mocha'],
    ['--only matrix --kind sigkill', '--kind: no kind of the part "matrix" contains "sigkill"; it has nothing fails; '],
    ['--only kills --at-once 0', '--at-once takes whole numbers from 1, not "0".'],
  ])('%s is refused, with what is possible', (args, message) => {
    expect(() => readOptions(args.split(' '))).toThrow(message);
  });
});

describe('the command', () => {
  it('runs nothing with a wrong option, and says what is possible in one line', async () => {
    const { code, stdout, stderr } = await run(['--colums', 'mocha']);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain("Unknown option '--colums'");
    expect(stderr.split('\n')).toEqual([expect.anything(), '']);
  });

  it('fails if a part has run nothing', async () => {
    const { code, stdout } = await run(['--only', 'matrix', '--columns', 'mocha', '--kind', 'the disk is full']);
    expect(stdout).toContain('The part "matrix" ran nothing\n\n1 failed');
    expect(code).toBe(1);
  });

  it('runs what it was asked for', async () => {
    const { code, stdout } = await run(['--only', 'random', '--columns', 'scripted', '--seed', '1', '--seeds', '1']);
    expect(stdout).toContain('scripted: 1 seeds from 1 ');
    expect(stdout).toContain('\nNothing was lost\n');
    expect(code).toBe(0);
  });
});

function run(args: string[]): Promise<Ended> {
  return runProgram(process.execPath, [BIN, ...args]);
}
