import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { isObject } from '@testpoint/interface/codec';
import { asList, type EvaluatedConfig, type EvaluatedProject } from '../../../frameworks/src/commands/commands.js';

/** Vitest exports the function that finds and loads its configuration. */
export async function evaluate({ root, require, file, oursIn, foreignIn }: EvaluatedProject): Promise<EvaluatedConfig> {
  // As Vitest sets them: React Router's plugin fails in tests, so its projects leave it out there.
  Object.assign(process.env, { VITEST: 'true', TEST: 'true', NODE_ENV: process.env.NODE_ENV ?? 'test' });
  const { resolveConfig } = await import(pathToFileURL(require.resolve('vitest/node')).href);
  const config = await resolveConfig({ root, ...(file === undefined ? {} : { config: resolve(root, file) }) });
  // Vitest 5 resolves to Vite's configuration, which contains its own.
  const reporters = asList((config.vitestConfig ?? config.test).reporters);
  // A reporter that the configuration creates itself has options that we can't see. Those for other frameworks have the same name.
  const created = reporters.filter(
    (one) => isObject(one) && one.constructor.name === 'TestpointReporter' && 'onTestModuleEnd' in one,
  );
  const ours = [...oursIn(reporters), ...created.map(() => ({}))];
  return { ours, setupKeys: [], problems: foreignIn(reporters) };
}
