import { TestpointFormatter } from './reporter/formatter.js';

export type { TestpointOptions } from '@testpoint/core';
export { defineConfig } from '@testpoint/core/adapter';
export { TestpointFormatter };
export default TestpointFormatter;
