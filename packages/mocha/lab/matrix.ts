import type { MatrixSuite } from '@testpoint/frameworks/lab';

export const matrix: readonly MatrixSuite[] = [
  {
    name: 'mocha',
    versions: ['10', '11', '12'],
    config: ['.mocharc.json', '{ "spec": ["suite.spec.js"], "retries": 1, "reporter": "dot" }'],
    head: 'const test = it;',
  },
];
