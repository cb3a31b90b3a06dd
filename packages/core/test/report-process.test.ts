import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { describe, expect, it, vi } from 'vitest';
import { IS_LONG } from '../../../scripts/is-long.js';
import { flush } from '../src/delivery/flush.js';
import { deliverySettings, RUN } from './journals.js';
import { ReportFolder } from './report-folder.js';
import { Suite } from './scripted-suite.js';
import { fill, useDisks } from './use-disks.js';
import { useStrictService } from './use-strict-service.js';

const NOWHERE = 'http://127.0.0.1:9';
const start = useStrictService();
const mount = useDisks();

/** No key: only a report is wanted. */
const REPORT_ONLY = { report: true, secretKey: '', testRunId: undefined };

/** A folder on its own disk. */
function smallDisk(size: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'testpoint-disk-'));
  mount(folder, `size=${size}`);
  return folder;
}

/** Temporary folders next to the report. */
function leftBeside(folder: string): string[] {
  return readdirSync(folder).filter((name) => /\.(?:new|old)-/.test(name));
}

describe.runIf(process.platform === 'linux')('a report that fills its disk', () => {
  it('is not made: the old one stays, and so does the session; the summary says why, and the exit code is the suite’s', async () => {
    const suite = new Suite();
    const disk = smallDisk('2m');
    const report = join(disk, 'report');
    const script = { tests: 3, ending: 'exit', attachments: true, options: { ...REPORT_ONLY, report } } as const;
    expect((await suite.run(NOWHERE, script)).code).toBe(3);
    const { id } = JSON.parse(readFileSync(join(report, 'testpoint-report.json'), 'utf8'));
    fill(disk);
    const { code, errorOutput } = await suite.run(NOWHERE, script);
    expect(code).toBe(3);
    expect(errorOutput).toMatch(/No report: .* can't be written \(ENOSPC/);
    expect(errorOutput).toMatch(/Make it with: .*npx testpoint report \.?.*\.testpoint/);
    expect(JSON.parse(readFileSync(join(report, 'testpoint-report.json'), 'utf8')).id).toBe(id);
    expect(new ReportFolder(report).run.rows).toBe(3);
    expect(leftBeside(disk)).toEqual([]);
    expect(suite.sessions()).toHaveLength(1);
  });
});

describe.runIf(process.platform === 'linux')('a report in a volume', () => {
  it.each(['a read-only', ...(IS_LONG ? ['a writable'] : [])])(
    'is made again in its place, below %s folder',
    async (parent) => {
      const disk = smallDisk('8m');
      const report = join(disk, 'report');
      mkdirSync(report);
      mount(report, 'size=8m');
      if (parent === 'a read-only') spawnSync('mount', ['-o', 'remount,ro', disk]);
      for (const tests of [5, 3]) {
        const script = { tests, ending: 'exit', attachments: true, options: { ...REPORT_ONLY, report } } as const;
        const { errorOutput } = await new Suite().run(NOWHERE, script);
        expect(errorOutput).toContain(`Report: file://${report}/index.html`);
        expect(new ReportFolder(report).run.rows).toBe(tests);
      }
      expect(leftBeside(disk)).toEqual([]);
      expect(new ReportFolder(report).files.filter((file) => file.startsWith('data/results-'))).toHaveLength(1);
    },
  );
});

it('Ctrl+C ends the wait for a report: the old one stays, and the session too', async () => {
  const suite = new Suite();
  const report = join(suite.idRoot, 'testpoint-report');
  await suite.run(NOWHERE, { tests: 1, ending: 'close', options: REPORT_ONLY });
  const child = suite.spawn(NOWHERE, { tests: 20_000, ending: 'close', options: REPORT_ONLY });
  const ended = once(child, 'close');
  await vi.waitUntil(() => leftBeside(suite.idRoot).length > 0, { timeout: 60_000, interval: 2 });
  child.kill('SIGINT');
  expect(await ended).toEqual([null, 'SIGINT']);
  expect(new ReportFolder(report).run.rows).toBe(1);
  expect(suite.sessions()).toHaveLength(1);
});

describe('with a key', () => {
  const script = { tests: 3, ending: 'close', attachments: true, options: { report: true } } as const;

  it('a session is deleted when its results are delivered and the report has their attachments', async () => {
    const service = await start();
    const suite = new Suite();
    await suite.run(service.url, script);
    expect(service.results).toHaveLength(3);
    expect(service.attachments.size).toBe(3);
    const report = new ReportFolder(join(suite.idRoot, 'testpoint-report'));
    expect(report.results.map(({ files }) => report.text(files[0]?.path ?? ''))).toEqual([
      'log of 0',
      'log of 1',
      'log of 2',
    ]);
    expect(report.run.sessions).toMatchObject([{ runId: RUN }]);
    expect(suite.sessions()).toEqual([]);
  });

  it('a delivered session stays with its attachments if its report failed, until a flush makes it', async () => {
    const service = await start();
    const suite = new Suite();
    const place = join(suite.idRoot, 'testpoint-report');
    mkdirSync(place);
    writeFileSync(join(place, 'thesis.txt'), 'ten years of work');
    const { errorOutput } = await suite.run(service.url, script);
    expect(errorOutput).toMatch(/all delivered/);
    expect(errorOutput).toMatch(/No report: .* is not a Testpoint report/);
    expect(suite.sessions()).toHaveLength(1);
    const order = { directory: suite.outbox, settings: deliverySettings(service.url) };
    expect(await flush(order)).toMatchObject({
      isClean: false,
      sessions: [{ outcome: 'left', report: { failed: expect.stringContaining('is not a Testpoint report') } }],
    });
    expect(suite.sessions()).toHaveLength(1);
    renameSync(place, `${place}-of-mine`);
    expect(await flush(order)).toMatchObject({
      isClean: true,
      sessions: [{ outcome: 'delivered', report: { incomplete: [] } }],
    });
    expect(new ReportFolder(place).files.filter((path) => path.startsWith('attachments/'))).toHaveLength(3);
    expect(suite.sessions()).toEqual([]);
    expect(service.results).toHaveLength(3);
  });

  it('a flush makes one report of all killed suites before it deletes their sessions', async () => {
    const service = await start();
    const suite = new Suite();
    for (const tests of [2, 3]) {
      const child = suite.spawn(service.url, { ...script, tests, ending: 'pause' });
      if (child.stdout !== null) await once(child.stdout, 'data');
      child.kill('SIGKILL');
      await once(child, 'close');
    }
    const report = await flush({ directory: suite.outbox, settings: deliverySettings(service.url) });
    expect(report.isClean).toBe(true);
    const { run, results } = new ReportFolder(join(suite.idRoot, 'testpoint-report'));
    expect(run.sessions).toHaveLength(2);
    expect(run.incomplete).toEqual([]);
    expect(results).toHaveLength(3);
    expect(suite.sessions()).toEqual([]);
  });

  it('a flush does not make an existing report again', async () => {
    const service = await start();
    const suite = new Suite();
    await suite.run(NOWHERE, script);
    rmSync(join(suite.idRoot, 'testpoint-report'), { recursive: true });
    const report = await flush({ directory: suite.outbox, settings: deliverySettings(service.url) });
    expect(report.sessions).toMatchObject([{ outcome: 'delivered', sent: 3 }]);
    expect(existsSync(join(suite.idRoot, 'testpoint-report'))).toBe(false);
    expect(suite.sessions()).toEqual([]);
  });
});

it('two suites that write one report at the same time are both in it', async () => {
  const suite = new Suite();
  const script = { tests: 3, ending: 'close when told', options: REPORT_ONLY } as const;
  const children = await Promise.all(
    [1, 2].map(async () => {
      const child = suite.spawn(NOWHERE, { ...script, attachments: true });
      if (child.stdout !== null) await once(child.stdout, 'data');
      return child;
    }),
  );
  const said = children.map(({ stderr }) => (stderr === null ? '' : text(stderr)));
  const ended = children.map((child) => once(child, 'close'));
  for (const child of children) child.kill('SIGUSR2');
  await Promise.all(ended);
  for (const errorOutput of await Promise.all(said)) expect(errorOutput).toMatch(/Report: file:/);
  const { run, results, files } = new ReportFolder(join(suite.idRoot, 'testpoint-report'));
  expect(run).toMatchObject({ sessions: [{ end: 'complete' }, { end: 'complete' }], incomplete: [] });
  expect(results.map(({ earlier }) => earlier?.length)).toEqual(Array(6).fill(undefined));
  expect(run.notes).toEqual([
    expect.stringMatching(
      /^3 tests ran in several sessions at the same time, and nothing tells these sessions apart: set TMS_ENVIRONMENT in each, such as "windows, Node 24"\./,
    ),
  ]);
  expect(files.filter((path) => path.startsWith('attachments/'))).toHaveLength(6);
  expect(leftBeside(suite.idRoot)).toEqual([]);
  expect(suite.sessions()).toEqual([]);
});

it.each(['..', ...(IS_LONG ? ['/', '.', 'a\0b'] : [])])(
  'instead of the folder %j, a report takes the default one, and nothing is written elsewhere',
  async (report) => {
    const service = await start();
    const suite = new Suite();
    const script = { tests: 3, ending: 'close', options: { report } } as const;
    const { errorOutput } = await suite.run(NOWHERE, script);
    expect(errorOutput).toMatch(/report \(reporter options\) is ignored: /);
    const flushed = await flush({ directory: suite.outbox, settings: deliverySettings(service.url) });
    expect(flushed.sessions).toMatchObject([{ outcome: 'delivered', sent: 3 }]);
    expect(readdirSync(suite.idRoot)).toEqual(['.testpoint', 'testpoint-report']);
    const other = new Suite();
    await other.run(NOWHERE, { ...script, options: { ...REPORT_ONLY, report } });
    expect(readdirSync(other.idRoot)).toEqual(['.testpoint', 'testpoint-report']);
    expect(other.sessions()).toEqual([]);
  },
);

it('report and journal contain the name of the environment, and whether the session is a rerun', async () => {
  const suite = new Suite();
  const script = { tests: 1, ending: 'close', options: { report: true, redact: ['intern'] } } as const;
  await suite.run(NOWHERE, script, { TMS_ENVIRONMENT: 'intern, Node 24', TMS_RERUN: '1' });
  const { run } = new ReportFolder(join(suite.idRoot, 'testpoint-report'));
  expect(run.sessions).toMatchObject([{ environment: '***, Node 24', isRerun: true }]);
  const [session = ''] = suite.sessions();
  const [first = ''] = readFileSync(join(suite.outbox, session, 'journal.ndjson'), 'utf8').split('\n');
  expect(JSON.parse(first)).toMatchObject({
    ...{ kind: 'session', format: 3, framework: expect.any(String), frameworkVersion: expect.any(String) },
    view: { environment: '***, Node 24', isRerun: true, machine: { node: process.version, os: expect.any(String) } },
  });
});
