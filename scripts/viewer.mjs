// Runs all tests of the viewer in a browser. Further arguments go to Playwright Test.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const words = process.argv.slice(2).map((word) => JSON.stringify(word));
const { status } = spawnSync(`npx --no-install playwright test ${words.join(' ')}`, {
  cwd: fileURLToPath(new URL('../packages/viewer', import.meta.url)),
  shell: true,
  stdio: 'inherit',
});
process.exit(status ?? 1);
