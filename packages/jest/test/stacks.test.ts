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

/** Frames of Node’s own functions: which of them call a test depends on how busy the machine is. */
const OF_NODE = /(?:\n +at | <- )\S+ \(node:internal[^)]*\)/g;

function messagesOf(report: unknown): unknown[] {
  const { testResults } = report as { testResults: { assertionResults: { failureMessages: string[] }[] }[] };
  const messages = testResults.flatMap(({ assertionResults }) =>
    assertionResults.flatMap((one) => one.failureMessages),
  );
  return messages.map((message) => message.replaceAll(OF_NODE, ''));
}
