import type { PublicSuites } from '@testpoint/frameworks/lab';
import { jsonReport, OURS } from './report.js';

export const publicSuites: PublicSuites = {
  version: '24',
  bare: (file) => jsonReport(file),
  ours: (file) => [...OURS, ...jsonReport(file)],
  suites: [],
};
