import type { PublicSuites } from '@testpoint/frameworks/lab';
import { labFile } from './report.js';

const report = (file: string) => ['--format', `"${labFile('report.cjs')}":"${file}"`];

export const publicSuites: PublicSuites = {
  version: '12.9.0',
  bare: report,
  ours: (file) => [...report(file), '--format', '"@testpoint/cucumber":".testpoint/cucumber.log"'],
  suites: [],
};
