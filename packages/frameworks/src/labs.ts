// For our own programs only: conformance, the fault laboratory, the benchmarks, and the scripts.
import * as cucumber from '../../cucumber/lab/lab.js';
import * as jest from '../../jest/lab/lab.js';
import * as mocha from '../../mocha/lab/lab.js';
import * as nodeTest from '../../node-test/lab/lab.js';
import * as playwright from '../../playwright/lab/lab.js';
import * as vitest from '../../vitest/lab/lab.js';
import type { FrameworkName } from './index.js';
import type { Lab } from './lab.js';

/** The laboratory of each framework, by name. */
export const labs: Readonly<Record<FrameworkName, Lab>> = {
  playwright,
  jest,
  vitest,
  mocha,
  cucumber,
  'node-test': nodeTest,
};
