// What the scripts share that try many suites: the version matrix, the starters, and the public suites.
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from './browser.mjs';
import { cleanEnvironment, run } from './processes.mjs';
import { root } from './projects.mjs';

/** A folder that is deleted when this process ends. */
export function workFolder(name) {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), `testpoint-${name}-`)));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }));
  return folder;
}

/** Settings with which a suite reports into a run of its own. */
export function settingsFor({ url, secretKey }, runId = crypto.randomUUID()) {
  return {
    TMS_URL: url,
    TMS_SECRET_KEY: secretKey,
    TMS_TEST_RUN_ID: runId,
    TMS_CONFIGURATION_ID: crypto.randomUUID(),
  };
}

/** Runs a program of a suite, without variables of ours or of a test runner around us. */
export function runIn(cwd, program, args, env, options) {
  const all = { ...cleanEnvironment(), NO_COLOR: '1', CHROMIUM_PATH: chromium, ...env };
  return run(program, args, { cwd, env: all, ...options });
}

/**
 * Prints a table of rows with the members `cells` (by column) and `ok`. The process fails unless all rows are ok.
 * @param page a file in `docs`, and its text above the table
 */
export function conclude(rows, page) {
  const heads = Object.keys(rows[0].cells);
  const lines = [heads, heads.map(() => '---'), ...rows.map(({ cells }) => Object.values(cells))];
  const table = lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n');
  console.log(table);
  if (page !== undefined) writeFileSync(join(root, 'docs', page.file), `${page.text}\n${table}\n`);
  process.exitCode = rows.every(({ ok }) => ok) ? 0 : 1;
}
