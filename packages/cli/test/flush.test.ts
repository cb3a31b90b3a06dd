import { mkdirSync, readFileSync, renameSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { Workplace } from './harness.js';
import { suiteInProcess } from './in-process.js';

let home: Workplace;
let place: Workplace;
let runId: string;
let env: Record<string, string>;
beforeAll(async () => {
  home = await Workplace.open();
});
beforeEach(async () => {
  place = await home.another();
  runId = (await place.run(['run', 'create', '--start'])).stdout.trim();
  env = { ...place.env, TMS_TEST_RUN_ID: runId };
});
afterEach(() => place.clean());
afterAll(() => home.close());

/** Runs a suite that can’t reach the service, so that its results stay in the outbox. */
async function leaveBehind(count = 3, ending = 'close'): Promise<void> {
  const unreachable = { ...env, TMS_URL: 'http://127.0.0.1:9', TMS_CLOSE_TIMEOUT: '100' };
  if (ending === 'close') await suiteInProcess([count], unreachable, place.folder);
  else await place.suite([String(count), ending], unreachable);
}

describe('flush', () => {
  test('delivers remaining results, says so, and exits with 0', async () => {
    await leaveBehind();
    await leaveBehind(2, 'die');
    expect(place.waiting()).toHaveLength(2);
    const end = await place.run(['flush'], env);
    expect(end.stderr).toMatch(/3 results delivered/);
    expect(end.stderr).toMatch(/Everything is delivered\.\n$/);
    expect(end).toMatchObject({ code: 0, stdout: '' });
    expect(place.waiting()).toEqual([]);
    expect((await place.runs())[0]?.testPoints).toMatchObject({ Passed: 3 });
  });

  test('fills in run and configuration, and names the command that starts the run', async () => {
    const strict = await Workplace.open({ strictStates: true });
    const wrong = { TMS_TEST_RUN_ID: '', TMS_TEST_POINTS: '', TMS_CONFIGURATION_ID: '7' };
    const suite = await suiteInProcess([3], { ...strict.env, ...wrong }, strict.folder);
    expect(suite).toMatch(/testRunId \(TMS_TEST_RUN_ID is empty\)/);
    const id = (await strict.run(['run', 'create'])).stdout.trim();
    const early = await strict.run(['flush', '--run', id]);
    expect(early).toMatchObject({
      code: 1,
      stderr: expect.stringContaining(
        `The run has not been started (HTTP 409): start it with npx testpoint run start ${id}. The service says:`,
      ),
    });
    await strict.run(['run', 'start', id]);
    expect(await strict.run(['flush', '--run', id])).toMatchObject({ code: 0 });
    expect((await strict.runs())[0]?.testPoints).toMatchObject({ Passed: 3 });
    await strict.close();
  });

  test('--dry-run delivers nothing and says what is waiting', async () => {
    await leaveBehind();
    const end = await place.run(['flush', '--dry-run'], env);
    expect(end.code).toBe(1);
    expect(end).toMatchObject({ stdout: expect.stringMatching(/3 results waiting/), stderr: '' });
    const { stdout, code } = await place.run(['flush', '--dry-run', '--json'], env);
    expect(code).toBe(1);
    expect(JSON.parse(stdout)).toMatchObject({ left: 3, waiting: { sessions: 1, bytes: expect.any(Number) } });
    expect((await place.runs())[0]?.testPoints).toMatchObject({ Passed: 0 });
  });

  test('succeeds if there is nothing to deliver', async () => {
    const end = await place.run(['flush'], env);
    expect(end).toMatchObject({ code: 0, stderr: 'Nothing to deliver in .testpoint.\n' });
  });

  test('results that the run has no test point for stay until they are discarded', async () => {
    await leaveBehind(5);
    const kept = await place.run(['flush'], env);
    expect(kept.code).toBe(1);
    expect(kept.stderr).toMatch(/3 results delivered, 2 results not in the run/);
    expect(kept.stderr).toMatch(/suite\.test\.mjs > suite > test 4\n/);
    expect(kept.stderr).toMatch(/--drop-unmatched/);
    const dropped = await place.run(['flush', '--drop-unmatched'], env);
    expect(dropped.code).toBe(0);
    expect(place.waiting()).toEqual([]);
  });

  test('the unreadable lines of a damaged journal stay until they are discarded, and the rest is delivered', async () => {
    await leaveBehind(5);
    const journal = join(place.folder, '.testpoint', place.waiting()[0] ?? '', 'journal.ndjson');
    const bytes = readFileSync(journal);
    writeFileSync(journal, bytes.fill(0, bytes.indexOf('test 2"') - 5, bytes.indexOf('test 2"') + 5));
    const kept = await place.run(['flush'], env);
    expect(kept.code).toBe(1);
    expect(kept.stderr).toMatch(/2 results delivered, 1 unreadable line, 2 results not in the run/);
    expect(kept.stderr).toMatch(
      /1 line of the journal can’t be read: the journal was damaged after it was written\. All others are\ndelivered or still waiting\. Restore the session’s folder from a copy, or discard the damaged lines with --drop-unreadable\./,
    );
    const json = await place.run(['flush', '--json'], env);
    expect(JSON.parse(json.stdout)).toMatchObject({ isClean: false, unreadable: 1, sessions: [{ unreadable: 1 }] });
    const dropped = await place.run(['flush', '--drop-unreadable', '--drop-unmatched'], env);
    expect(dropped.stderr).toMatch(/1 unreadable line discarded/);
    expect(dropped.code).toBe(0);
    expect(place.waiting()).toEqual([]);
  });

  test('a line that was cut short, and a report that can’t be written, are named', async () => {
    mkdirSync(join(place.folder, 'mine'));
    place.write('mine/thesis.txt', 'ten years of work');
    env = { ...env, TMS_REPORT: 'mine' };
    await leaveBehind(2, 'die');
    const [session = ''] = place.waiting();
    const journal = join(place.folder, '.testpoint', session, 'journal.ndjson');
    truncateSync(journal, readFileSync(journal).length - 5);
    const { stderr } = await place.run(['flush'], env);
    expect(stderr).toContain('1 line cut short: the process was killed, or the disk was full');
    expect(stderr).toMatch(
      /No report: .* is not a Testpoint report \(it has no .*\), so it was not replaced: choose another folder \(option report, or --out\)\. The session is kept\. Make it with: npx testpoint report \.testpoint\S+ --out/,
    );
  });

  test('--json prints the report and nothing else', async () => {
    await leaveBehind();
    const end = await place.run(['flush', '--json'], env);
    expect(JSON.parse(end.stdout)).toMatchObject({
      isClean: true,
      left: 0,
      sessions: [{ outcome: 'delivered', sent: 3, runId }],
      waiting: { sessions: 0, bytes: 0 },
    });
    expect(end.stderr).toBe('');
  });

  test('if the service is down, everything stays, and it exits with 1', async () => {
    await leaveBehind();
    const end = await place.run(['flush', '--timeout', '1'], { ...env, TMS_URL: 'http://127.0.0.1:9' });
    expect(end.code).toBe(1);
    expect(end.stderr).toMatch(/3 results left/);
    expect(end.stderr).toMatch(/1 session is waiting in \.testpoint \(\d KiB\)\.\n$/);
    expect(place.waiting()).toHaveLength(1);
  });

  test('the session of a suite on another machine that may still be running is kept until --force', async () => {
    await leaveBehind(2, 'die');
    const [session = ''] = place.waiting();
    const path = join(place.folder, '.testpoint', session, 'lock.1');
    const lock = JSON.parse(readFileSync(path, 'utf8'));
    writeFileSync(path, JSON.stringify({ ...lock, host: 'elsewhere', boot: 'another', beat: Date.now() - 7_200_000 }));
    const kept = await place.run(['flush'], env);
    expect(kept.code).toBe(1);
    expect(kept.stderr).toMatch(
      /2 results delivered\n.*its suite may still be running: process \d+ on elsewhere, last sign of life 2 h ago/,
    );
    expect(kept.stderr).toContain(
      'While its suite may still be running, a session is kept and its run stays open. If the suite is over, run: npx testpoint flush --force',
    );
    expect(place.waiting()).toEqual([session]);
    const { stdout } = await place.run(['flush', '--dry-run', '--json'], env);
    expect(JSON.parse(stdout)).toMatchObject({ isClean: false, left: 0, sessions: [{ outcome: 'maybe-running' }] });
    const forced = await place.run(['flush', '--force'], env);
    expect(forced).toMatchObject({ code: 0, stderr: expect.stringContaining('Everything is delivered') });
    expect(place.waiting()).toEqual([]);
  });

  test('delivers several outboxes at once, also through a link', async () => {
    for (const shard of ['1', '2']) {
      await leaveBehind(Number(shard) + 1);
      renameSync(join(place.folder, '.testpoint'), join(place.folder, `shard-${shard}`));
    }
    symlinkSync(join(place.folder, 'shard-2'), join(place.folder, 'link'));
    const end = await place.run(['flush', 'shard-1', 'link'], env);
    expect(end.code).toBe(0);
    expect(end.stderr).toMatch(/2 results delivered\n.*3 results delivered\nEverything is delivered\.\n$/);
  });

  test('a large backlog is announced prominently, here and by doctor', async () => {
    await leaveBehind();
    const [session = ''] = place.waiting();
    const file = join(place.folder, '.testpoint', session, 'attachments', 'video.webm');
    writeFileSync(file, '');
    truncateSync(file, 2.5 * 1024 ** 3);
    const end = await place.run(['flush', '--dry-run'], env);
    expect(end.stdout).toMatch(
      /1 session is waiting in \.testpoint \(2\.5 GiB\)\. Undelivered results are never deleted: delete the folders of sessions that you no longer need\./,
    );
    const { stdout, code } = await place.run(['doctor'], env);
    expect(stdout).toMatch(/✗ outbox +1 session is waiting in \.testpoint \(2\.5 GiB\): testpoint flush \.testpoint/);
    expect(code).toBe(1);
  });

  test('delivers a single session, given its folder', async () => {
    await leaveBehind();
    const [session = ''] = place.waiting();
    const end = await place.run(['flush', join('.testpoint', session)], env);
    expect(end.code).toBe(0);
  });

  test('sessions without their own run go into the given run', async () => {
    const { TMS_TEST_RUN_ID: _, ...shard } = env;
    await suiteInProcess([1], { ...shard, TMS_CREATE_RUN: '0' }, place.folder);
    expect((await place.run(['flush'], shard)).stderr).toContain(
      'there is no run: set TMS_TEST_RUN_ID to the id that `testpoint run create` printed',
    );
    const end = await place.run(['flush', '--run', runId], shard);
    expect(end.code).toBe(0);
  });
});

describe('wrong usage exits with 2', () => {
  test.each<[string[], RegExp]>([
    [['flush', 'nowhere'], /There is no folder nowhere/],
    [['flush', 'points.json'], /points\.json is a file: pass an outbox/],
    [['flush', '--root', '/nonexistent'], /There is no folder .*nonexistent: pass the suite's folder with --root/],
    [['doctor', '--root', 'points.json'], /pass the suite's folder with --root/],
    [['flush', '--timeout', 'soon'], /Give a number of seconds/],
    [['flush', '--timeout', '0.5'], /Give a number of seconds from 1 to 86400/],
    [['flush', '--nosuch'], /unknown option/],
  ])('%j', async (args, message) => {
    const end = await place.run(args, env);
    expect(end).toMatchObject({ code: 2, stdout: '' });
    expect(end.stderr).toMatch(message);
  });

  test('wrong settings exit with 2 too', async () => {
    writeFileSync(join(place.folder, 'testpoint.config.json'), '{ "redakt": [] }');
    const end = await place.run(['flush'], env);
    expect(end.code).toBe(2);
    expect(end.stderr).toMatch(
      /redakt \(file .*testpoint\.config\.json\): there is no such option\. Did you mean redact\?/,
    );
  });
});
