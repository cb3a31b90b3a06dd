import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ReportFolder } from '../../core/test/report-folder.js';
import { columns } from '../src/columns/index.js';
import { run } from '../src/processes.js';
import { Project } from '../src/project.js';

const SESSION = /^\d{14}-/;

describe.each(columns.map((column) => [column.name, column] as const))('%s', (_name, column) => {
  it('makes a report without a key and without a service, and leaves no session behind', {
    timeout: 300_000,
  }, async () => {
    const suites = ['api', 'retries', 'verdicts'];
    const launch = { suites, reporting: true, bail: false };
    const project = new Project(column, launch);
    try {
      const { stderr, code } = await run({
        args: column.command(launch),
        cwd: project.folder,
        env: { TMS_REPORT: 'true' },
      });
      const directory = join(project.folder, 'testpoint-report');
      expect(stderr).toMatch(/Report: file:\/\/.*testpoint-report\/index\.html/);
      expect(code).not.toBe(0);
      const report = new ReportFolder(directory);
      const { counts, rows, sessions, failureGroups, incomplete } = report.run;
      expect(counts.passed + counts.failed + counts.blocked + counts.skipped).toBe(rows);
      expect(counts.failed).toBeGreaterThan(3);
      expect(counts.flaky).toBeGreaterThan(0);
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
    } finally {
      project.remove();
    }
  });

  it('makes no report without being asked', { timeout: 300_000 }, async () => {
    const launch = { suites: ['fine'], reporting: true, bail: false };
    const project = new Project(column, launch);
    try {
      const { code } = await run({ args: column.command(launch), cwd: project.folder, env: {} });
      expect(code).toBe(0);
      expect(existsSync(join(project.folder, 'testpoint-report'))).toBe(false);
      expect(existsSync(join(project.folder, '.testpoint'))).toBe(false);
    } finally {
      project.remove();
    }
  });
});
