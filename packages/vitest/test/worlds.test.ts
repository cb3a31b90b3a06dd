import type { Result } from '@testpoint/interface';
import { beforeAll, describe, expect, test } from 'vitest';
import { type Finished, outline, Suite, useService } from './harness.js';

const service = useService();

describe('tests that change their environment', () => {
  let suite: Suite;
  let finished: Finished;
  let results: Map<string, Result>;
  beforeAll(async () => {
    suite = new Suite('worlds', service.url);
    finished = await suite.run();
    results = await suite.results();
    return () => suite.clean();
  });

  test('pass the same as without us', () => {
    const statuses = finished.report?.testResults.flatMap(({ assertionResults }) =>
      assertionResults.map(({ title, status }) => `${title}: ${status}`),
    );
    expect(statuses?.filter((line) => !line.endsWith(': passed'))).toEqual([]);
    expect(finished.code).toBe(0);
  });

  test.each(['jsdom', 'happy-dom'])('have their steps and attachments in %s, under fake timers', async (world) => {
    const { setupResults, stepResults, startedOn } = results.get(`${world}.case.ts > clicks a button`) ?? {};
    expect(outline(setupResults)).toEqual([['beforeEach', 'stop the clock']]);
    expect(outline(stepResults)).toEqual(['draw']);
    expect(Date.parse(stepResults?.[0]?.startedOn ?? '')).toBeGreaterThanOrEqual(Date.parse(startedOn ?? ''));
    const page = await suite.attachment(String(stepResults?.[0]?.attachments?.[0]?.id));
    expect(page).toMatchObject({ name: 'page', content: '<button>Go</button>' });
  });

  test('have their steps and attachments while the file system is mocked', async () => {
    const memory = results.get('memfs.case.ts > reads a file that is not on the disk');
    expect(outline(memory?.stepResults)).toEqual(['read']);
    expect(await suite.attachment(String(memory?.attachments?.[0]))).toMatchObject({ content: 'in memory' });
    const mocked = results.get('mock-fs.case.ts > reads a mocked file');
    expect(outline(mocked?.stepResults)).toEqual(['read']);
    expect(await suite.attachment(String(mocked?.attachments?.[0]))).toMatchObject({ content: 'mocked' });
    expect(outline(results.get('mock-fs.case.ts > reads it again')?.stepResults)).toEqual(['read again']);
  });

  test('belong to the same test when the API is loaded again', () => {
    const reset = results.get('isolation.case.ts > the modules of a test can be reset');
    expect(outline(reset?.stepResults)).toEqual(['from a new module']);
  });
});
