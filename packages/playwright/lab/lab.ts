export { bench } from './bench.js';
export { chaos } from './chaos.js';
export { columns } from './columns.js';
export { matrix } from './matrix.js';
export { publicSuites } from './public-suites.js';
export { testsIn as tests } from './report.js';
export { starter, startersOf } from './starter.js';

export const bin = 'cli.js';
export const run: string[] = ['test'];
