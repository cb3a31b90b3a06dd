import type { TestpointOptions } from '@testpoint/core';

/** `reporterOptions` in Mocha's configuration file: `reporterOptions: { … } satisfies MochaReporterOptions`. */
export interface MochaReporterOptions extends TestpointOptions {
  /** The reporter that prints: one of Mocha's by name, or another by package name or path. @default 'spec' */
  console?: string;
  /** Options of that reporter. */
  consoleOptions?: Record<string, unknown>;
}

export type { TestpointOptions } from '@testpoint/core';
export { defineConfig } from '@testpoint/core/adapter';

export { readReporterOptions } from './reporter/reporter-options.js';
