import { existsSync } from 'node:fs';
import { extname, join } from 'node:path';
import type { TestpointOptions } from '@testpoint/core';
import { CONFIG_FILES } from '@testpoint/core/cli';
import type { ConfigValue, Data } from './config/config-value.js';
import { UnreadableConfig } from './config/config-value.js';
import { ScriptConfig } from './config/script-config.js';
import type { ByHand } from './frameworks/framework.js';
import type { FileChange } from './plan.js';
import { NOT_UTF8, readText } from './text-file.js';

/** Options that every project gets, unless it sets them. */
const FIRST_OPTIONS: Readonly<Partial<Record<keyof TestpointOptions, Data>>> = { report: true };

/** Our own options, in the existing configuration file or in a new one. */
export function planOptions(root: string): { changes: FileChange[]; byHand: ByHand[] } {
  const options = Object.entries(FIRST_OPTIONS);
  if (options.length === 0) return { changes: [], byHand: [] };
  const file = CONFIG_FILES.find((name) => existsSync(join(root, name)));
  if (file === undefined) {
    const after = `${JSON.stringify(FIRST_OPTIONS, null, 2)}\n`;
    return { changes: [{ file: 'testpoint.config.json', before: undefined, after }], byHand: [] };
  }
  const before = readText(join(root, file));
  const paste = options.map(([key, data]) => `${key}: ${JSON.stringify(data)},`);
  if (before === undefined) return { changes: [], byHand: [{ file, why: NOT_UTF8, paste }] };
  try {
    const config = new ScriptConfig(before, extname(file));
    const missing = options.filter(([key]) => isMissing(config.root, key));
    if (config.root.kind === 'object') {
      for (const [key, data] of missing) config.root.add(key, data);
      return { changes: [{ file, before, after: config.after }], byHand: [] };
    }
  } catch (error) {
    if (!(error instanceof UnreadableConfig)) throw error;
  }
  return { changes: [], byHand: [{ file, why: 'its options can’t be read', paste }] };
}

function isMissing(root: ConfigValue, key: string): boolean {
  return root.kind === 'object' && root.get(key) === undefined;
}
