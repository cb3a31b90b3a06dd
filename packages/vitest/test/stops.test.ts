import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { IS_LONG } from '../../../scripts/is-long.js';
import { type Finished, Suite, until, useService } from './harness.js';

const service = useService();

interface Stopped extends Finished {
  suite: Suite;
  outcomes: Record<string, string>;
}

/** Runs the slow suite, and acts once its second test has begun. */
async function stopped(
  act: (suite: Suite, worker: number) => void,
  env: NodeJS.ProcessEnv = {},
  options: Record<string, unknown> = {},
): Promise<Stopped> {
  const suite = new Suite('stops', service.url);
  const begun = join(suite.folder, 'begun');
  const running = suite.run(options, [], { BEGUN_FILE: begun, RUNNING_TIME: '60000', ...env });
  const worker = await until(() => (existsSync(begun) ? Number(readFileSync(begun, 'utf8')) || undefined : undefined));
  act(suite, worker);
  const finished = await running;
  // The worker may have been too busy to notice that its parent is gone.
  if (isRunning(worker)) process.kill(worker, 'SIGKILL');
  const outcomes = Object.fromEntries([...(await suite.results())].map(([id, { outcome }]) => [id, outcome]));
  suite.clean();
  return { ...finished, suite, outcomes };
}

function isRunning(id: number): boolean {
  try {
    return process.kill(id, 0);
  } catch {
    return false;
  }
}

describe('a run that is stopped', () => {
  test.runIf(IS_LONG)('by a second signal ends at once, and nothing is lost', async () => {
    const busy = { BUSY_TIME: '20000' };
    const act = (suite: Suite) => {
      suite.kill('SIGINT');
      setTimeout(() => suite.kill('SIGINT'), 300);
    };
    const { outcomes, ...finished } = await stopped(act, busy, { finish: 'complete' });
    expect([finished.code, finished.signal]).toEqual([130, null]);
    expect(outcomes['slow.case.ts > before']).toBe('Passed');
    expect(finished.stderr).toMatch(/run [-0-9a-f]+, stopped/);
  });

  test('ends after a few seconds even if a test does not end', async () => {
    const { outcomes, ...finished } = await stopped((suite) => suite.kill('SIGTERM'), { BUSY_TIME: '20000' });
    expect([finished.code, finished.signal]).toEqual([143, null]);
    expect(outcomes).toEqual({
      'slow.case.ts > before': 'Passed',
      'RUNNING-1': 'Blocked',
      'slow.case.ts > after': 'Blocked',
    });
  });

  test('because its process exits says so', async () => {
    const hook = "process.once('SIGUSR2',()=>process.exit(9))";
    const env = { NODE_OPTIONS: `--import=data:text/javascript,${hook}` };
    const { suite, ...finished } = await stopped((running) => running.kill('SIGUSR2'), env);
    expect([finished.code, finished.signal]).toEqual([9, null]);
    const { message } = await suite.result('slow.case.ts > after');
    expect(message).toBe('The process exited before the test ended.');
    expect(finished.stderr).toContain('The process exited before the run ended.');
  });

  test('in which a worker is killed reports its tests as not run, with the external id of the running one', async () => {
    const { outcomes, code, stderr } = await stopped((_, worker) => process.kill(worker, 'SIGKILL'));
    expect(code).toBe(1);
    expect(outcomes).toEqual({
      'slow.case.ts > before': 'Passed',
      'RUNNING-1': 'Blocked',
      'slow.case.ts > after': 'Blocked',
    });
    expect(stderr).toContain('Worker forks emitted error');
    expect(stderr).toContain('✗ slow.case.ts did not finish');
  });
});

describe('a worker that ends in the middle', () => {
  test.each(['forks', ...(IS_LONG ? ['threads', 'vmThreads'] : [])])(
    'leaves no file unmentioned (%s)',
    async (pool) => {
      const { code, outcomes, stderr } = await died(['--pool', pool]);
      expect(code).toBe(1);
      // One worker of this pool runs all files, and Vitest starts no other.
      const isLast = pool === 'vmThreads';
      expect(outcomes).toEqual({
        'a.case.ts > is fine': 'Passed',
        'b.case.ts > ends its worker': 'Blocked',
        'b.case.ts > never runs': 'Blocked',
        ...(!isLast && { 'c.case.ts > is fine': 'Passed' }),
      });
      expect(stderr).toContain('✗ b.case.ts did not finish\n      Vitest ended the run before.');
      if (isLast) expect(stderr).toContain('✗ 1 test file was not run. Vitest ended the run before.\n      c.case.ts');
      else expect(stderr).not.toContain('was not run');
    },
  );

  test.runIf(IS_LONG)('with the last file is mentioned', async () => {
    const { code, outcomes, stderr } = await died(['a.case', 'b.case']);
    expect([code, Object.values(outcomes)]).toEqual([1, ['Passed', 'Blocked', 'Blocked']]);
    expect(stderr).toContain('✗ b.case.ts did not finish\n      Vitest ended the run before.');
  });

  test.runIf(IS_LONG)('in a shard leaves the files of the other shards to them', async () => {
    const { outcomes, stderr } = await died(['--shard', '1/2']);
    expect(stderr).toContain('✗ b.case.ts did not finish');
    expect(stderr).not.toContain('was not run');
    expect(outcomes).not.toHaveProperty('a.case.ts > is fine');
  });
});

async function died(args: string[]): Promise<Pick<Stopped, 'code' | 'outcomes' | 'stderr'>> {
  const suite = new Suite('deaths', service.url);
  const { code, stderr } = await suite.run({}, args);
  const outcomes = await suite.outcomes();
  const { message } = await suite.result('b.case.ts > never runs');
  expect(message).toMatch(/^Vitest lost this test: Error: Worker exited unexpectedly/);
  suite.clean();
  return { code, outcomes, stderr };
}
