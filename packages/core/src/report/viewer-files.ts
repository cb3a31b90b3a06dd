import { copyFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The built viewer, beside the code that writes reports. */
const VIEWER = fileURLToPath(new URL('./viewer/', import.meta.url));
const PAGE = 'index.html';

/** Puts the viewer into a report's folder. */
export function addViewer(directory: string): void {
  copyFileSync(viewerFile(PAGE), join(directory, PAGE));
  mkdirSync(join(directory, 'viewer'));
  for (const name of ['app.js', 'app.css']) copyFileSync(viewerFile(name), join(directory, 'viewer', name));
}

/** A file of the viewer's build. */
export function viewerFile(name: string): string {
  return join(VIEWER, name);
}
