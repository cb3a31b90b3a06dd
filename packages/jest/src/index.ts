export { defineConfig, type TestpointOptions } from '@testpoint/core';
export { TestpointReporter as default } from './reporter/reporter.js';
