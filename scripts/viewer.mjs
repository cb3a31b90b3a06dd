// All tests of the viewer in a browser. Words after the command go to Playwright Test.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const words = ['playwright', 'test', '--config', 'packages/viewer/playwright.config.ts', ...process.argv.slice(2)];
const { status } = spawnSync('npx', ['--no-install', ...words.map((word) => JSON.stringify(word))], {
  cwd: root,
  shell: true,
  stdio: 'inherit',
});
process.exit(status ?? 1);
