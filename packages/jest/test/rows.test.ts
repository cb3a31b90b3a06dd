import { afterEach, describe, expect, it } from 'vitest';
import { outcomesIn } from './faithful.js';
import { Suite, useService } from './harness.js';

const service = useService();
let suite: Suite;
afterEach(() => suite.clean());

describe('results', () => {
  it('equal what Jest says, in one process and in workers, with the setup line and without', async () => {
    suite = new Suite('rows', service.url);
    suite.write('syntax.test.js', "test('is never known', () => {");
    const bare = await suite.run({}, { options: false });
    for (const [config, args] of [
      [{}, ['--runInBand']],
      [{ setupFilesAfterEnv: [] }, ['--maxWorkers=2']],
    ] as const) {
      const before = await suite.outcomes();
      expect(before).toEqual({});
      const { code, report, stderr } = await suite.run(config, { args: [...args] });
      console.log(stderr.slice(stderr.indexOf('Testpoint')));
      expect(code).toBe(bare.code);
      expect(outcomesIn(report, suite)).toEqual(outcomesIn(bare.report, suite));
      expect(await suite.outcomes()).toEqual(outcomesIn(report, suite));
      const h = await suite.held();
      console.log(JSON.stringify(h.filter((x) => x.autoTestExternalId.includes('retries') || x.autoTestExternalId.includes('hooks')).map((x) => x.body), null, 1));
      suite.newRun();
    }
  });
});
