import { dirname, join, relative } from 'node:path';
import { isObject } from '@testpoint/interface/codec';
import { asList, type EvaluatedConfig, type EvaluatedProject } from '../../../frameworks/src/commands/commands.js';

/** Asks the command for the configuration. */
export function evaluate({ root, require, file, run, isOurs, oursIn, foreignIn }: EvaluatedProject): EvaluatedConfig {
  const command = join(dirname(require.resolve('jest/package.json')), 'bin/jest.js');
  const printed = run([command, '--showConfig', ...(file === undefined ? [] : ['--config', file])]);
  // The configuration may print before and after it, as dotenv does. Every line inside of it is indented.
  const [json = 'null'] = /^\{\n {2}"configs": [\s\S]*?^\}$/m.exec(printed) ?? [];
  const shown: unknown = JSON.parse(json);
  if (!isObject(shown) || !isObject(shown.globalConfig)) throw new Error('jest --showConfig printed no configuration');
  const { globalConfig } = shown;
  const configs = asList(shown.configs).filter(isObject);
  const hasSetup = (config: Record<string, unknown>, key: string) =>
    asList(config[key]).some((item) => isOurs(item, '@testpoint/jest/setup'));
  const setupKeys = ['setupFiles', 'setupFilesAfterEnv', 'reporters'].filter((key) =>
    [...configs, globalConfig].some((config) => hasSetup(config, key)),
  );
  // Other runners, such as linters, run no setup files.
  const lacking = configs.filter(
    (config) => /[\\/]jest-runner[\\/]/.test(String(config.runner)) && !hasSetup(config, 'setupFilesAfterEnv'),
  );
  const withoutSetup = lacking.map(({ displayName, rootDir }) =>
    isObject(displayName) ? String(displayName.name) : relative(root, String(rootDir)) || '.',
  );
  const reporters = asList(globalConfig.reporters);
  return { ours: oursIn(reporters), setupKeys, withoutSetup, problems: foreignIn(reporters) };
}
