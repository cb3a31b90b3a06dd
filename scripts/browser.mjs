// Makes sure that there is a Chromium for the viewer's tests: an existing one, or Debian's.
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { installDebianPackage } from './install-debian-package.mjs';

const places = [process.env.CHROMIUM_PATH, '/usr/bin/chromium', '/usr/bin/google-chrome'];
export const chromium = places.find((path) => path && existsSync(path));

if (process.argv[1] === fileURLToPath(import.meta.url) && chromium === undefined) {
  await installDebianPackage('chromium', 'Chromium', 'CHROMIUM_PATH to its executable');
}
