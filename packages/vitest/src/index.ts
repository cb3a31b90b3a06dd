import { TestpointReporter } from './reporter/reporter.js';

export type { TestpointOptions } from '@testpoint/core';
export { defineConfig } from '@testpoint/core/adapter';
export { TestpointReporter };
export default TestpointReporter;
