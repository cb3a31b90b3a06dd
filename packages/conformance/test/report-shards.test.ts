import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { IS_LONG } from '../../../scripts/is-long.js';
import { inProcess } from '../../cli/test/in-process.js';
import { ReportFolder } from '../../core/test/report-folder.js';
import { type Column, columns } from '../src/column.js';
import type { Signal } from '../src/processes.js';
import { Project } from '../src/project.js';

const PARTS = [['titles'], ['retries'], ['slow']];
/** `npm test` merges the reports of these frameworks only. `npm run test:long` merges those of all, which takes longer. */
const QUICK = ['jest', 'mocha'];
const isTaken = ({ name, framework }: Column) => (IS_LONG ? name === framework : QUICK.includes(name));

/** Runs one part of a suite. The slow one is killed while it waits. */
async function runPart(column: Column, suites: string[]): Promise<Project> {
  const project = new Project(column, { suites, reporting: true, bail: false });
  const kill: Signal = { name: 'SIGKILL', when: () => project.hasHeard('waiting') };
  await project.run({ TMS_REPORT: 'true' }, suites.includes('slow') ? kill : undefined);
  return project;
}

it('three shards of each framework’s suite, one of them killed, make one report', { timeout: 600_000 }, async () => {
  const taken = columns.filter(isTaken);
  const target = mkdtempSync(join(tmpdir(), 'testpoint-merged-'));
  const projects = await Promise.all(taken.flatMap((column) => PARTS.map((suites) => runPart(column, suites))));
  try {
    const inputs = projects
      .map(({ folder }) => folder)
      .map((folder) => {
        const hasReport = readdirSync(folder).includes('testpoint-report');
        return join(folder, hasReport ? 'testpoint-report' : '.testpoint');
      });
    expect(inputs.filter((path) => path.endsWith('.testpoint'))).toHaveLength(taken.length);
    const { stderr } = await inProcess(['report', ...inputs, '--out', target], {}, tmpdir());
    const report = new ReportFolder(target);
    const { sessions, rows, incomplete } = report.run;
    expect(sessions.map(({ framework }) => framework).sort()).toEqual(
      taken.flatMap(({ framework }) => [framework, framework, framework]).sort(),
    );
    expect(sessions.filter(({ end }) => end === undefined)).toHaveLength(taken.length);
    expect(stderr.match(/Session \S+ did not end: it was killed, or is still running\./g)).toHaveLength(taken.length);
    expect(incomplete).toEqual([]);
    expect(rows).toBe(report.results.length);
    expect(report.titles.filter((title) => title === 'is flaky')).toHaveLength(taken.length);
    expect(report.titles.filter((title) => title === 'ends before').length).toBeGreaterThan(1);
  } finally {
    for (const project of projects) project.remove();
    rmSync(target, { recursive: true, force: true });
  }
});
