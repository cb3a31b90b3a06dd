// Makes sure that there is a Chromium for the viewer's tests: an existing one, or Debian's.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

const places = [process.env.CHROMIUM_PATH, '/usr/bin/chromium', '/usr/bin/google-chrome'];

if (!places.some((path) => path && existsSync(path))) {
  console.error('Installing Chromium …');
  const { status } = spawnSync('apt-get update -q && apt-get install -qy --no-install-recommends chromium', {
    shell: true,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  if (status !== 0) {
    console.error('Could not install Chromium. Install it, and set CHROMIUM_PATH to its executable.');
    process.exit(1);
  }
}
