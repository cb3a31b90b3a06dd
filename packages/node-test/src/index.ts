import { testpointReporter } from './reporter/reporter.js';

export default testpointReporter;
