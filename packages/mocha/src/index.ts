import { MochaReporter } from './reporter/reporter.js';

/** The only export, because Mocha 10 requires the module itself to be the class. */
export default MochaReporter;
