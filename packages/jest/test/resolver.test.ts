import { afterEach, expect, it } from 'vitest';
import { Suite, useService } from './harness.js';

const service = useService();
let suite: Suite;
afterEach(() => suite.clean());

it.each(['jest', 'jest-29'])(
  'a resolver without support for exports finds the setup file and the test API (%s)',
  async (version) => {
    suite = new Suite('resolver', service.url, version);
    const { code, stderr } = await suite.run({ resolver: '<rootDir>/resolver.js' });
    expect(code, stderr).toBe(0);
    const { setupResults, stepResults } = await suite.result('steps.test.js > adds');
    expect([setupResults, stepResults]).toMatchObject([[{ title: 'beforeEach' }], [{ title: 'add' }]]);
  },
);
