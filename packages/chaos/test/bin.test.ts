import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const BIN = fileURLToPath(new URL('../dist/bin.js', import.meta.url));

describe('the command', () => {
  it.each([
    ['--only matrix,stub', '--only: "stub" is not one of matrix, kills, shards, '],
    ['--only stubs --columns mocah', '--columns: "mocah" is not one of scripted, playwright, jest, vitest, mocha'],
    ['--only unchanged --columns scripted', '--columns: the part "unchanged" has only playwright, jest, vitest, mocha'],
    ['--only matrix --kind sigkill', '--kind: no kind of the part "matrix" contains "sigkill"; it has nothing fails; '],
    ['--only kills --at-once 0', '--at-once: "0" is not a whole number from 1'],
    ['--colums mocha', "Unknown option '--colums'"],
  ])('runs nothing with %s, and says what is possible', (args, message) => {
    const { status, stdout, stderr } = run(args.split(' '));
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
    expect(stderr).toContain(message);
    expect(stderr.split('\n')).toEqual([expect.anything(), '']);
  });

  it('fails if a part has run nothing', () => {
    const { status, stdout } = run(['--only', 'matrix', '--columns', 'mocha', '--kind', 'the disk is full']);
    expect(stdout).toContain('The part "matrix" ran nothing\n\n1 failed');
    expect(status).toBe(1);
  });

  it('runs what it was asked for', () => {
    const { status, stdout } = run(['--only', 'random', '--columns', 'scripted', '--seed', '1', '--seeds', '1']);
    expect(stdout).toContain('scripted: 1 seeds from 1 ');
    expect(stdout).toContain('\nNothing was lost\n');
    expect(status).toBe(0);
  });
});

function run(args: string[]): { status: number | null; stdout: string; stderr: string } {
  return spawnSync(process.execPath, [BIN, ...args], { encoding: 'utf8' });
}
