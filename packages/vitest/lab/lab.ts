import type { Lab } from '@testpoint/frameworks/lab';
// Vitest’s JSON report has the form of Jest’s.
import { testsIn } from '../../jest/lab/report.js';
import { bench } from './bench.js';
import { chaos } from './chaos.js';
import { columns } from './columns.js';
import { matrix } from './matrix.js';
import { publicSuites } from './public-suites.js';
import { starter } from './starter.js';

export const lab: Lab = {
  bin: 'vitest.mjs',
  run: ['run'],
  tests: testsIn,
  columns,
  chaos,
  bench,
  matrix,
  starter,
  publicSuites,
};
