import { TestpointReporter } from './reporter.js';

export { TestpointReporter };
export default TestpointReporter;
