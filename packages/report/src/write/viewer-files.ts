import { copyFileSync, cpSync, existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { TRACE_VIEWER } from '../format.js';

/** The built viewer, next to the built code. When tests run the sources, it is in `dist`. */
const VIEWER =
  ['./viewer/', '../../dist/viewer/']
    .map((place) => fileURLToPath(new URL(place, import.meta.url)))
    .find((folder) => existsSync(folder)) ?? '';
const PAGE = 'index.html';

/** Copies the viewer into a report's folder. */
export function addViewer(directory: string): void {
  copyFileSync(viewerFile(PAGE), join(directory, PAGE));
  mkdirSync(join(directory, 'viewer'));
  for (const name of ['app.js', 'app.css']) copyFileSync(viewerFile(name), join(directory, 'viewer', name));
}

/** Copies Playwright's trace viewer into a report's folder. */
export function addTraceViewer(directory: string, viewer: string): void {
  cpSync(viewer, join(directory, TRACE_VIEWER), { recursive: true });
}

/** A file of the viewer's build. */
export function viewerFile(name: string): string {
  return join(VIEWER, name);
}
