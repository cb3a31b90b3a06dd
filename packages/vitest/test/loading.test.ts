import { describe, expect, test } from 'vitest';
import { IS_LONG } from '../../../scripts/is-long.js';
import { type Finished, Suite, useService } from './harness.js';

const service = useService();

interface Trial {
  finished: Finished;
  /** Titles of setup and steps, by external id. */
  trees: Record<string, unknown[]>;
}

const SEEN = ['Passed', ['beforeEach'], ['add'], 1];
const UNSEEN = ['Passed', [], [], 0];

describe('the setup file', () => {
  test.each([['forks', 'yes'], ...(IS_LONG ? [['threads', 'no']] : [])])(
    'is loaded for each file if Node itself loads the tests (pool %s, isolated: %s)',
    async (POOL, ISOLATE) => {
      const { finished, trees } = await trial({ RUNNER: 'node', POOL, ISOLATE });
      expect(finished.code, finished.stdout + finished.stderr).toBe(0);
      expect(trees).toEqual({ 'a.case.mjs > adds': SEEN, 'b.case.mjs > adds too': SEEN });
      expect(finished.stderr).not.toContain('Hooks, steps');
    },
  );

  test.each([
    ['transform', 'happy-dom'],
    ...(IS_LONG
      ? [
          ['resolveId', 'node'],
          ['transform', 'node'],
        ]
      : []),
  ])('is removed, with a warning, if a plugin throws on it in %s (environment %s)', async (IN, ENVIRONMENT) => {
    const { finished, trees } = await trial({ REFUSES: '/dist/setup.js', IN, ENVIRONMENT });
    expect(finished.code, finished.stdout + finished.stderr).toBe(0);
    expect(trees).toEqual({ 'a.case.mjs > adds': UNSEEN, 'b.case.mjs > adds too': UNSEEN });
    expect(finished.stderr).toMatch(
      /Tests have no hooks, steps or attachments in their results: Vite could not process .*setup\.js \(.*what is \/dist\/setup\.js\?.*\)\. Make your Vite plugins ignore this file\./,
    );
  });

  test.runIf(IS_LONG).each(['resolveId'])('causes no failure if a plugin throws on its imports, in %s', async (IN) => {
    const { finished, trees } = await trial({ REFUSES: 'observe.js', IN });
    expect(finished.code, finished.stdout + finished.stderr).toBe(0);
    expect(trees).toEqual({ 'a.case.mjs > adds': UNSEEN, 'b.case.mjs > adds too': UNSEEN });
    expect(
      finished.stderr.match(/Hooks, steps and attachments are missing where the setup file failed: /g),
    ).toHaveLength(1);
  });
});

async function trial(env: Record<string, string>): Promise<Trial> {
  const suite = new Suite('loading', service.url);
  try {
    const finished = await suite.run({}, [], env);
    const trees: Trial['trees'] = {};
    for (const [id, { outcome, setupResults, stepResults, attachments }] of await suite.results()) {
      const titles = [setupResults, stepResults].map((steps) => (steps ?? []).map(({ title }) => title));
      trees[id] = [outcome, ...titles, attachments?.length ?? 0];
    }
    return { finished, trees };
  } finally {
    suite.clean();
  }
}
