export type { TestpointOptions } from '@testpoint/core';
export { defineConfig } from '@testpoint/core/adapter';
export { TestpointReporter as default } from './reporter/reporter.js';
