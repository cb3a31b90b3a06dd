/** Resolves settings in separate folders, for tests. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { resolveSettings } from '../../src/settings/resolve.js';
import type { SettingsInput } from '../../src/settings/sources.js';

export const GUID = '0f8fad5b-d9cb-469f-a165-70867728950e';
export const KEY = 'c2VjcmV0LWtleQ==';
export const ENV = {
  TMS_URL: 'https://tms.example.com/',
  TMS_SECRET_KEY: KEY,
  TMS_TEST_RUN_ID: GUID,
  TMS_CONFIGURATION_ID: GUID,
};
let root: string | undefined;
let folders = 0;

/** A new folder with files in it. */
export function folder(files: Record<string, string> = {}): string {
  root ??= mkdtempSync(join(tmpdir(), 'testpoint-settings-'));
  const path = join(root, String(++folders));
  mkdirSync(path);
  for (const [name, content] of Object.entries(files)) writeFileSync(join(path, name), content);
  return path;
}

export function resolve(input: Partial<SettingsInput> = {}) {
  const idRoot = input.idRoot ?? folder();
  return resolveSettings({ options: {}, idRoot, cwd: idRoot, env: ENV, ...input });
}

export function settingsOf(input: Partial<SettingsInput> = {}) {
  const resolved = resolve(input);
  if (resolved.state !== 'on') throw new Error(JSON.stringify(resolved));
  return resolved.settings;
}

/** The problems that stop recording, or only delivery. */
export function problemsOf(input: Partial<SettingsInput> = {}) {
  const resolved = resolve(input);
  if (resolved.state === 'off') throw new Error(resolved.reason);
  return resolved.state === 'error' ? resolved.problems : resolved.settings.deliveryProblems;
}

export function removeFolders(): void {
  if (root !== undefined) rmSync(root, { recursive: true, force: true });
  root = undefined;
}
