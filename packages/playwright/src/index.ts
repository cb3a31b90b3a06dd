import { TestpointReporter } from './reporter.js';

export type { MaskInput } from './masking.js';
export { TestpointReporter };
export default TestpointReporter;
