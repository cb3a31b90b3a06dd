import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { IS_LONG } from '../../../scripts/is-long.js';
import { ReportFolder } from '../../core/test/report-folder.js';
import { type Column, columns } from '../src/column.js';
import type { Ended } from '../src/processes.js';
import { Project } from '../src/project.js';

/** Whether a framework gives reporters both values of a failed comparison. */
const COMPARES: Record<Column['framework'], boolean> = {
  ...{ playwright: false, jest: true, vitest: true, mocha: true },
  cucumber: false,
  'node-test': true,
};
const hasRetries = ({ without }: Column) => without?.retries === undefined;
/** Mocha's and Cucumber's own process is not a worker, and Node's processes have no numbers. */
const hasWorkers = ({ name }: Column) => !['mocha', 'cucumber', 'node-test'].includes(name);
/** Workers of Mocha and Cucumber print directly, and Node's output is not recorded. */
const hasOutput = ({ name, framework }: Column) =>
  framework !== 'node-test' && name !== 'mocha --parallel' && name !== 'cucumber --parallel';
/** The comparison is in the framework's dialect file. */
const CALL = {
  file: expect.stringMatching(/dialect\.[jt]s$/),
  line: expect.any(Number),
  column: expect.any(Number),
};
const SESSION = /^\d{14}-/;

/** `npm test` takes each framework in one mode, but for those that start a process for each file or failed test. */
const isTaken = ({ name, framework, runs }: Column) =>
  runs === undefined && (IS_LONG || (name === framework && name !== 'playwright' && name !== 'vitest'));

describe.each(columns.filter(isTaken).map((column) => [column.name, column] as const))('%s', (_name, column) => {
  let project: Project;
  let ended: Ended;
  let report: ReportFolder;
  beforeAll(async () => {
    const suites = [
      'api',
      ...(hasRetries(column) ? ['retries'] : []),
      ...(IS_LONG ? ['verdicts'] : []),
      'comparisons',
      'output',
    ];
    project = new Project(column, { suites, reporting: true, bail: false });
    ended = await project.run({ TMS_REPORT: 'true', TMS_OUTPUT: 'failed' });
    report = new ReportFolder(join(project.folder, 'testpoint-report'));
  }, 300_000);
  afterAll(() => project.remove());

  it('makes a report without a key and without a service, and leaves no session behind', () => {
    expect(ended.stderr).toMatch(/Report: file:\/\/.*testpoint-report\/index\.html/);
    expect(ended.code).not.toBe(0);
    const { counts, rows, sessions, failureGroups, incomplete } = report.run;
    expect(counts.passed + counts.failed + counts.blocked + counts.skipped).toBe(rows);
    expect(counts.failed).toBeGreaterThan(2);
    expect(counts.flaky).toBe(hasRetries(column) ? 1 : 0);
    expect(failureGroups.reduce((sum, { count }) => sum + count, 0)).toBe(counts.failed);
    expect(incomplete).toEqual([]);
    expect(sessions).toMatchObject([
      { framework: column.framework, end: 'complete', machine: { node: process.version } },
    ]);
    for (const { entry, files } of report.results) {
      expect(entry.view).toMatchObject({ file: expect.any(String), titles: expect.any(Array) });
      expect(files).toHaveLength(entry.attachments?.length ?? 0);
      for (const { path } of files) expect(report.files).toContain(path);
    }
    const outbox = join(project.folder, '.testpoint');
    expect(readdirSync(outbox).filter((name) => SESSION.test(name))).toEqual([]);
  });

  it('shows the compared values and location of an assertion, if the framework provides them', () => {
    const { entry } = report.result('compares a basket');
    const [error, ...others] = entry.view?.errors ?? [];
    expect(others).toEqual([]);
    const compares = COMPARES[column.framework];
    expect(error?.expected).toEqual(compares ? expect.stringMatching(/"?fruit"?: .pear./) : undefined);
    expect(error?.actual).toEqual(compares ? expect.stringMatching(/"?fruit"?: .apple./) : undefined);
    expect(error?.location).toEqual(CALL);
    expect(error?.codeFrame).toMatch(new RegExp(`^> +${error?.location?.line} \\| .*qual\\(`, 'm'));
    expect(entry.view?.worker).toEqual(hasWorkers(column) ? expect.any(Number) : undefined);
    const [strange] = report.result('compares what JSON has no form for').entry.view?.errors ?? [];
    // A worker may send such a value as `{}`. Then the report leaves it out.
    expect(strange?.expected ?? '/pear/').toContain('/pear/');
    expect(strange?.actual ?? '').not.toContain('{}');
  });

  it('shows a failed test’s output, if the framework provides it', () => {
    const printed = report.result('prints and fails');
    const output = printed.entry.attachments?.findIndex(({ name }) => name === 'output.txt') ?? -1;
    if (!hasOutput(column)) expect(output).toBe(-1);
    else expect(report.text(printed.files[output]?.path ?? '')).toContain('the till is open\n');
  });

  it.runIf(hasWorkers(column) && IS_LONG)('shows which of two workers ran a test', { timeout: 300_000 }, async () => {
    const meeting = new Project(column, { suites: ['meets-one', 'meets-other'], reporting: true, bail: false });
    try {
      await meeting.run({ TMS_REPORT: 'true' });
      const { rows } = new ReportFolder(join(meeting.folder, 'testpoint-report'));
      expect(rows.flatMap(({ outcomes }) => outcomes)).toEqual(['PP']);
      expect(rows.flatMap(({ workers }) => workers).sort()).toEqual([0, 1]);
    } finally {
      meeting.remove();
    }
  });
});
