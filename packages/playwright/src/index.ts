import type { TestpointOptions } from '@testpoint/core';
import type { MaskInput } from './reporter/masking.js';
import { TestpointReporter } from './reporter/reporter.js';

/** Options of the reporter. */
export interface PlaywrightOptions extends TestpointOptions {
  /**
   * Which typed text to mask in steps: text in fields whose locator says password, secret, token or similar, in all fields,
   * or in none.
   * @default 'passwords'
   */
  maskInput?: MaskInput;
}

/** The entry in Playwright's config: `reporter: [['list'], ['@testpoint/playwright', { … }] satisfies ReporterEntry]`. */
export type ReporterEntry = ['@testpoint/playwright', PlaywrightOptions?];

export type { TestpointOptions } from '@testpoint/core';
export { defineConfig } from '@testpoint/core/adapter';
export { TestpointReporter };
export default TestpointReporter;
