import type { PublicSuites } from '@testpoint/frameworks/lab';
import { reportTo } from './report.js';

export const publicSuites: PublicSuites = {
  version: '12.9.0',
  bare: reportTo,
  ours: (file) => [...reportTo(file), '--format', '"@testpoint/cucumber":".testpoint/cucumber.log"'],
  suites: [],
};
