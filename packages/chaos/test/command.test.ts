import { describe, expect, it } from 'vitest';
import { command } from '../src/command.js';
import { readOptions } from '../src/options.js';

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
    expect(await said(['--colums', 'mocha'])).toEqual([2, expect.stringMatching(/^Unknown option '--colums'.*$/)]);
  });

  it('fails if a part has run nothing', async () => {
    const args = ['--only', 'matrix', '--columns', 'mocha', '--kind', 'the disk is full'];
    expect(await said(args)).toEqual([1, expect.stringContaining('The part "matrix" ran nothing\n\n1 failed')]);
  });

  it('runs what it was asked for', async () => {
    const [code, output] = await said(['--only', 'random', '--columns', 'scripted', '--seed', '3', '--seeds', '1']);
    expect(output).toMatch(/scripted: 1 seeds from 3 [\s\S]*\nNothing was lost$/);
    expect(code).toBe(0);
  });
});

async function said(args: string[]): Promise<[code: number, output: string]> {
  const lines: string[] = [];
  return [await command(args, (line) => lines.push(line)), lines.join('\n')];
}
