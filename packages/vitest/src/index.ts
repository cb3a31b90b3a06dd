import { TestpointReporter } from './reporter/reporter.js';

export { defineConfig, type TestpointOptions } from '@testpoint/core';
export { TestpointReporter };
export default TestpointReporter;
