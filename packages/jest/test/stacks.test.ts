import { afterEach, expect, it } from 'vitest';
import { Suite, useService } from './harness.js';

const service = useService();
let suite: Suite;
afterEach(() => suite.clean());

it('every stack, raw or in Jest’s JSON, is the same as without us, and attachments belong to their tests', async () => {
  suite = new Suite('stacks', service.url);
  const run = await suite.run();
  const result = await suite.result('stacks.test.js > an async body');
  expect(result.attachments).toHaveLength(1);
  const bare = await suite.run({ setupFilesAfterEnv: [] }, { options: false });
  expect(messagesOf(run.report)).toEqual(messagesOf(bare.report));
  expect(messagesOf(bare.report)).toHaveLength(6);
});

function messagesOf(report: unknown): unknown[] {
  const { testResults } = report as { testResults: { assertionResults: { failureMessages: string[] }[] }[] };
  return testResults.flatMap(({ assertionResults }) => assertionResults.flatMap((one) => one.failureMessages));
}
