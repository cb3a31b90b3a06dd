// Vitest’s JSON report has the form of Jest’s.
export { testsIn as tests } from '../../jest/lab/report.js';
export { bench } from './bench.js';
export { chaos } from './chaos.js';
export { columns } from './columns.js';
export { matrix } from './matrix.js';
export { publicSuites } from './public-suites.js';
export { starter } from './starter.js';

export const bin = 'vitest.mjs';
export const run: string[] = ['run'];
