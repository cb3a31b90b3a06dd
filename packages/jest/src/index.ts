export { TestpointReporter as default } from './reporter.js';
