import { MochaReporter } from './reporter/reporter.js';

/** The only export: Mocha 10 takes nothing but a module that is the class. */
export default MochaReporter;
