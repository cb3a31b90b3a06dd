import { OPTION_KEYS, type SessionHost } from '@testpoint/core/adapter';
import { env } from '@testpoint/core/built-ins';
import type { Vitest } from 'vitest/node';

/** Members that only some versions have. */
interface Options {
  benchmarkOnly?: boolean;
  mergeReports?: string;
}

/** Modes that run no tests, run them repeatedly, or replay results that the shards have already reported. */
export function offIn(vitest: Vitest): Pick<SessionHost, 'off' | 'offUnless'> {
  const { config, projects } = vitest;
  const { benchmarkOnly, mergeReports } = config as unknown as Options;
  if ((vitest.mode as string) === 'benchmark' || benchmarkOnly === true) return { off: 'benchmark mode' };
  if (mergeReports) return { off: 'merge-reports', offUnless: 'merge' };
  if (projects.length > 0 && projects.every((project) => project.config.typecheck?.only))
    return { off: 'typecheck mode' };
  if (env.VITEST_VSCODE) return { off: 'IDE mode', offUnless: 'watch' };
  if (config.ui) return { off: 'UI mode', offUnless: 'watch' };
  if (config.watch) return { off: 'watch mode', offUnless: 'watch' };
  return {};
}

/** Whether only tests that failed before run again; new in Vitest 5.1. */
export function isRerun({ config }: Vitest): boolean {
  return (config as { cliOptions?: { lastFailed?: boolean } }).cliOptions?.lastFailed === true;
}

/** Whether too little coverage fails the run. */
export function hasThresholds({ config }: Vitest): boolean {
  const { enabled, thresholds } = config.coverage as { enabled?: boolean; thresholds?: object };
  return enabled === true && Object.keys(thresholds ?? {}).length > 0;
}

/** Whether Vitest's own reporter for GitHub Actions adds a summary to the page of the job. Older versions do not. */
export function writesCiSummary({ reporters }: { reporters?: unknown }): boolean {
  return (
    Array.isArray(reporters) &&
    reporters.some((reporter: { options?: { jobSummary?: { enabled?: boolean } } } | undefined) => {
      return reporter?.options?.jobSummary?.enabled === true;
    })
  );
}

/** Whether our options are an element of the list, as if they were a reporter. Vitest accepts any object there. */
export function hasOptionsBeside(reporters: readonly unknown[]): boolean {
  return reporters.some((reporter) => {
    const options = Object(reporter);
    return (
      Object.getPrototypeOf(options) === Object.prototype && OPTION_KEYS.some((key) => Object.hasOwn(options, key))
    );
  });
}
