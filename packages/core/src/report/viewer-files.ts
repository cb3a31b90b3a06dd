import { copyFileSync, existsSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The built viewer, which the packages that write reports ship beside their code. */
const VIEWER = fileURLToPath(new URL('./viewer/', import.meta.url));
const PAGE = 'index.html';

/** Puts the viewer into a report's folder. */
export function addViewer(directory: string): void {
  if (!existsSync(join(VIEWER, PAGE))) return;
  mkdirSync(join(directory, 'viewer'));
  for (const name of readdirSync(VIEWER)) {
    copyFileSync(join(VIEWER, name), join(directory, name === PAGE ? PAGE : `viewer/${name}`));
  }
}
