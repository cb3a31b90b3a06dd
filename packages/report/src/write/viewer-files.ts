import { copyFileSync, cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type RunData, TRACE_VIEWER } from '../format.js';
import { headlineOf, titleOf, toneOf } from '../verdict/headline.js';
import { NO_COVERAGE } from './data-file.js';

/** The built viewer, next to the built code. When tests run the sources, it is in `dist`. */
const VIEWER =
  ['./viewer/', '../../dist/viewer/']
    .map((place) => fileURLToPath(new URL(place, import.meta.url)))
    .find((folder) => existsSync(folder)) ?? '';
const PAGE = 'index.html';

/** Puts the viewer into a report's folder. */
export function addViewer(directory: string, run: RunData): void {
  writeFileSync(join(directory, PAGE), withVerdict(readFileSync(viewerFile(PAGE), 'utf8'), run));
  mkdirSync(join(directory, 'viewer'));
  copyFileSync(viewerFile('app.css'), join(directory, 'viewer/app.css'));
  const script = `/* eslint-disable */\n// @ts-nocheck\n${readFileSync(viewerFile('app.js'), 'utf8')}${NO_COVERAGE}`;
  writeFileSync(join(directory, 'viewer/app.js'), script);
}

/** Copies Playwright's trace viewer into a report's folder. */
export function addTraceViewer(directory: string, viewer: string): void {
  cpSync(viewer, join(directory, TRACE_VIEWER), { recursive: true });
}

/**
 * Adds a run's verdict to a page of the viewer's build, so that it is visible before any script runs.
 * @internal
 */
export function withVerdict(page: string, run: RunData): string {
  const verdict = `<div class="verdict"><h1 class="${toneOf(run)}">${headlineOf(run)}</h1></div>`;
  const header = '<div class="top"><header class="bar"></header></div>';
  const body = `${header}\n<main id="main" class="overview"><div class="page">${verdict}</div></main>`;
  return page.replace('<title>Test report<', `<title>${titleOf(run)}<`).replace('<body>\n', `<body>\n${body}\n`);
}

/** A file of the viewer's build. */
export function viewerFile(name: string): string {
  return join(VIEWER, name);
}
