import { execFileSync } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { dialect } from './dialect.js';

const { attach, test } = dialect;
const folder = process.env.CONFORMANCE_FOLDER ?? '.';

test('attaches files', async () => {
  const file = join(folder, 'gone.html');
  writeFileSync(file, '<p>gone at once</p>');
  const copied = attach('file', { path: file });
  rmSync(file);
  await copied;
  await attach('no file', { path: join(folder, 'never-there.txt') });
});

test('attaches no pipe, device or folder', async () => {
  const pipe = join(folder, 'pipe');
  rmSync(pipe, { force: true });
  execFileSync('mkfifo', [pipe]);
  await attach('pipe', { path: pipe });
  await attach('device', { path: '/dev/zero' });
  await attach('folder', { path: folder });
  await attach('after them', 'text');
});
