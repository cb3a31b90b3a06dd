import { appendFileSync } from 'node:fs';
import { countsOf, type Run, statesIn } from '@testpoint/report';
import { messageOf } from './failure.js';
import { absolute, invocation } from './invocation.js';
import { outputsNotWritten } from './messages.js';
import { say } from './terminal.js';

/**
 * Writes the outputs of a step of GitHub Actions (`run-id`, `passed`, `failed`, `flaky`, `report`), if this is one: a later step reads
 * `steps.<id>.outputs.failed`.
 */
export function writeOutputs(run: Run, { report }: { report: string | undefined }): void {
  const path = invocation().env.GITHUB_OUTPUT;
  if (path === undefined || path === '') return;
  const runId = run.sessions.find((session) => session.runId !== undefined)?.runId;
  const all = countsOf(run.rows);
  const counts = { passed: all.passed, failed: all.failed, flaky: statesIn(all).flaky };
  const outputs = Object.entries({ 'run-id': runId, ...counts, report });
  // A line break would begin another output.
  const lines = outputs.map(([name, value]) => `${name}=${String(value ?? '').replace(/[\r\n]+/g, ' ')}\n`);
  try {
    appendFileSync(absolute(path), lines.join(''));
  } catch (error) {
    say(outputsNotWritten(path, messageOf(error)));
  }
}
