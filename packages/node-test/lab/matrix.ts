import type { MatrixSuite } from '@testpoint/frameworks/lab';
import { OURS } from './report.js';

export const matrix: readonly MatrixSuite[] = [
  {
    name: 'node-test',
    // Each Node has its own.
    versions: ['of Node'],
    rerunEnv: { NODE_OPTIONS: OURS.join(' ') },
    // Node 20 can't find a test by the titles above it.
    reruns: { 20: '3 tests' },
    config: ['package.json', '{ "private": true, "scripts": { "test": "node --test suite.spec.js" } }'],
    head: "const { beforeEach, describe, test } = require('node:test');",
    // It has no retries.
    isFirst: 'false',
  },
];
