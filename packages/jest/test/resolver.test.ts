import { afterEach, expect, it } from 'vitest';
import { IS_LONG } from '../../../scripts/is-long.js';
import { Suite, useService } from './harness.js';

const service = useService();
let suite: Suite;
afterEach(() => suite.clean());

it.each(['jest', ...(IS_LONG ? ['jest-29'] : [])])(
  'a resolver without support for exports finds the setup file and the test API (%s)',
  async (version) => {
    suite = new Suite('resolver', service.url, version);
    const { code, stderr } = await suite.run({ resolver: '<rootDir>/resolver.js' });
    expect(code, stderr).toBe(0);
    const { setupResults, stepResults } = await suite.result('steps.test.js > adds');
    expect([setupResults, stepResults]).toMatchObject([[{ title: 'beforeEach' }], [{ title: 'add' }]]);
  },
);
