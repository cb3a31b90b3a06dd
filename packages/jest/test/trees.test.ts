import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Suite, useService } from './harness.js';

describe('x', () => {
  const service = useService();
  it('runs', async () => {
    const suite = new Suite('trees', service.url);
    const end = await suite.run();
    console.log(end.code, end.stderr);
    console.log(JSON.stringify(await suite.held(), null, 1));
  });
});
