import type { Lab } from '@testpoint/frameworks/lab';
import { bench } from './bench.js';
import { chaos } from './chaos.js';
import { columns } from './columns.js';
import { matrix } from './matrix.js';
import { publicSuites } from './public-suites.js';
import { testsIn } from './report.js';
import { starter } from './starter.js';

export const lab: Lab = {
  bin: 'bin/jest.js',
  run: [],
  tests: testsIn,
  columns,
  chaos,
  bench,
  matrix,
  starter,
  publicSuites,
};
