import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isObject } from '@testpoint/interface/codec';
import type { EvaluatedConfig, EvaluatedProject } from '../../../frameworks/src/commands/commands.js';

export const PACKAGE = '@testpoint/node-test';
export const SETUP = `${PACKAGE}/setup`;

/** Node has no configuration: the scripts name the reporter. */
export function evaluate({ root }: EvaluatedProject): EvaluatedConfig {
  const { scripts }: { scripts?: unknown } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const calls = isObject(scripts)
    ? Object.values(scripts).filter((script) => /\s--test\s|\s--test$/.test(`${script}`))
    : [];
  const ours = calls.filter((script) =>
    new RegExp(`--test-reporter[= ]["']?${PACKAGE}(?=["'\\s]|$)`).test(`${script}`),
  );
  const hasSetup = ours.length > 0 && ours.every((script) => `${script}`.includes(SETUP));
  return { ours: ours.slice(0, 1).map(() => ({})), setupKeys: hasSetup ? ['--import'] : [], problems: [] };
}
