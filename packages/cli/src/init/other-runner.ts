import type { ConfigValue, SuiteFramework as Framework } from '@testpoint/frameworks/commands';
import { FRAMEWORKS } from '@testpoint/frameworks/commands';
import { callOf, callsIn } from './calls.js';
import { isCarried } from './framework-version.js';
import type { Manifest } from './manifest.js';
import * as messages from './messages.js';
import { programOf } from './other-programs.js';

/** Why tests may run without the configurations that init completes; undefined if they don't. */
export function whyUnclear(
  framework: Framework,
  manifest: Manifest,
  configs: readonly { config: ConfigValue | undefined }[],
): string | undefined {
  const runner = otherRunner(framework, manifest);
  if (runner === undefined || !configs.every(({ config }) => isOnlyOurs(config))) return undefined;
  return messages.otherRunner(runner);
}

/** The script that runs tests, but no framework by its own command. */
function otherRunner(framework: Framework, manifest: Manifest): string | undefined {
  const { scripts, dependencies } = manifest;
  const { readsManifest = '', runBy } = framework;
  const isCalled =
    callsIn(framework, scripts).length > 0 ||
    isCarried(framework, manifest) ||
    programOf(framework, manifest) !== undefined;
  if (runBy === undefined || isCalled || dependencies[readsManifest] !== undefined) return undefined;
  const found = Object.entries(scripts).find(
    ([name, script]) =>
      (name === 'test' || /\btest\b/.test(script)) &&
      !script.includes('no test specified') &&
      !FRAMEWORKS.some((one) => callOf(one).test(script)),
  );
  return found?.[1];
}

/** Whether a configuration has nothing but what init writes, so that the tests may not need it. */
function isOnlyOurs(config: ConfigValue | undefined): boolean {
  const ours = ['reporter', 'reporters', 'require', 'setupFilesAfterEnv', 'test'];
  return config?.kind === 'object' && config.keys.every((key) => ours.includes(key));
}
