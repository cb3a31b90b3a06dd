// Makes sure that there is a Chromium for the viewer's tests: an existing one, or Debian's.
import { existsSync } from 'node:fs';
import { installDebianPackage } from './install-debian-package.mjs';

const places = [process.env.CHROMIUM_PATH, '/usr/bin/chromium', '/usr/bin/google-chrome'];

if (!places.some((path) => path && existsSync(path))) {
  await installDebianPackage('chromium', 'Chromium', 'CHROMIUM_PATH to its executable');
}
