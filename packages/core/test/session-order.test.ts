import { expect, it } from 'vitest';
import { Suite } from './scripted-suite.js';
import { useStrictService } from './use-strict-service.js';

const start = useStrictService();

it('attachments come before the results that name them, and the end of the run after the last result', async () => {
  let refusals = 0;
  const tms = await start({
    intercept: (request, response) => {
      // Every third upload or post of results fails, so that nothing depends on the order in which calls started.
      const brings = /attachment|testResults/.test(request.url ?? '');
      if (!brings || ++refusals % 3 !== 0) return false;
      request.resume();
      response.writeHead(503, { 'Retry-After': '0' }).end();
      return true;
    },
  });
  const options = {
    ...{ testRunId: undefined, projectGlobalId: 1, testPlanGlobalId: 2, batchSize: 5 },
    testPoints: [{ configurationGlobalId: 3, testCaseGlobalId: 4 }],
  };
  const { errorOutput } = await new Suite().run(tms.url, { tests: 40, ending: 'close', attachments: true, options });
  expect(errorOutput).toContain('all delivered');
  expect(refusals).toBeGreaterThan(10);
  // By then, the service knows every attachment that a result names.
  expect(tms.violations).toEqual([]);
  expect(tms.results.length).toBe(40);
  const operations = tms.requests.map(
    (request) => /CreateTestRun|StartTestRun|CompleteTestRun/.exec(request)?.[0] ?? '',
  );
  const [created, started, completed] = ['CreateTestRun', 'StartTestRun', 'CompleteTestRun'].map((operation) =>
    operations.indexOf(operation),
  );
  const results = tms.requests.flatMap((request, index) => (request.includes('testResults') ? [index] : []));
  expect(created).toBeLessThan(started ?? -1);
  expect(started).toBeLessThan(results[0] ?? -1);
  expect(completed).toBe(tms.requests.length - 1);
});
