import { join } from 'node:path';
import { expect, test } from 'vitest';
import { Suite, useService } from './harness.js';

const service = useService();

test('a file that every test rewrites has that test’s content in each result', async () => {
  const suite = new Suite('shared', service.url);
  try {
    const { code, stderr } = await suite.run({}, [], { ATTACHMENTS_DIR: join(suite.folder, 'copies') });
    expect(code, stderr).toBe(0);
    const results = await suite.results();
    for (const number of [1, 2, 3]) {
      const [id] = results.get(`shared.case.ts > writes ${number}`)?.attachments ?? [];
      expect((await suite.attachment(String(id))).content).toBe(`state ${number}`);
    }
  } finally {
    suite.clean();
  }
});
