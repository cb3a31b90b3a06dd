import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { checkedOutBranch } from './checked-out-branch.js';

const folder = mkdtempSync(join(tmpdir(), 'testpoint-branch-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const repository = join(folder, 'repository');
const git = (...args: string[]) => execFileSync('git', ['-C', repository, ...args], { stdio: 'pipe' });

it('is read from a repository, a folder in it, a worktree and a submodule', () => {
  mkdirSync(join(repository, 'packages', 'shop'), { recursive: true });
  git('init', '--quiet', '--initial-branch', 'feature/a›b');
  expect(checkedOutBranch(join(repository, 'packages', 'shop'))).toBe('feature/a›b');
  const names = ['-c', 'user.name=x', '-c', 'user.email=x@example.com'];
  git(...names, 'commit', '--quiet', '--allow-empty', '--message', 'first');
  git('worktree', 'add', '--quiet', '-b', 'other', join(folder, 'worktree'));
  expect(checkedOutBranch(join(folder, 'worktree'))).toBe('other');
  mkdirSync(join(repository, '.git', 'modules', 'part'), { recursive: true });
  mkdirSync(join(repository, 'part'));
  writeFileSync(join(repository, '.git', 'modules', 'part', 'HEAD'), 'ref: refs/heads/main\n');
  writeFileSync(join(repository, 'part', '.git'), 'gitdir: ../.git/modules/part\n');
  expect(checkedOutBranch(join(repository, 'part'))).toBe('main');
  git('checkout', '--quiet', '--detach');
  expect(checkedOutBranch(repository)).toBeUndefined();
});

it.each([
  ['names an invalid branch', 'ref: refs/heads/.invalid\n'],
  ['is empty', ''],
  ['is too long', 'ref: refs/heads/x'.padEnd(5_000, 'x')],
])('is unknown if HEAD %s', (_, head) => {
  const odd = mkdtempSync(join(folder, 'odd-'));
  mkdirSync(join(odd, '.git'));
  writeFileSync(join(odd, '.git', 'HEAD'), head);
  expect(checkedOutBranch(odd)).toBeUndefined();
});
