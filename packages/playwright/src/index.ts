import type { TestpointOptions } from '@testpoint/core';
import type { MaskInput } from './reporter/masking.js';
import { TestpointReporter } from './reporter/reporter.js';

/** Options of the reporter. */
export interface PlaywrightOptions extends TestpointOptions {
  /**
   * Whose typed-in text is masked in steps: that of fields whose locator says password, secret, token or alike, that of
   * all fields, or of none.
   * @default 'passwords'
   */
  maskInput?: MaskInput;
}

/** The reporter in Playwright's config: `reporter: [['list'], ['@testpoint/playwright', { … }] satisfies ReporterEntry]`. */
export type ReporterEntry = ['@testpoint/playwright', PlaywrightOptions?];

export { defineConfig, type TestpointOptions } from '@testpoint/core';
export { TestpointReporter };
export default TestpointReporter;
