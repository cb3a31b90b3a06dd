import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { TestNumbers } from '@testpoint/core/test-api';
import { countsOf, OUTPUT_NAME, plain, type Run } from '@testpoint/report';
import { ID_PROPERTY, PROJECT_PROPERTY } from '../import/junit-elements.js';
import {
  type EarlierAttempt,
  type ExportedAttachment,
  type ExportedTest,
  exportedTest,
  showExported,
  toolOf,
} from './exported-test.js';
import type { Lost } from './lost.js';
import { LOST } from './messages.js';
import type { OutputFile } from './place.js';

/**
 * JUnit XML, valid by the schema of Jenkins: a suite for each file, attempts as Surefire writes them (`flakyFailure`, `rerunFailure`), and
 * properties and attachments as `[[PROPERTY|name=value]]` and `[[ATTACHMENT|path]]` in a test's output.
 */
export function writeJunit(run: Run, file: OutputFile, lost: Lost): void {
  const { rows } = run;
  const { failed, blocked } = countsOf(rows);
  file.write('<?xml version="1.0" encoding="UTF-8"?>\n');
  file.write(`<testsuites name="Testpoint" tests="${rows.size}" failures="${failed}" errors="${blocked}">\n`);
  for (let first = 0; first < rows.size; ) {
    const last = lastOfSuite(run, first);
    writeSuite(run, first, last, file, lost);
    first = last;
  }
  file.write('</testsuites>\n');
}

/** Rows are in the order of files, so a suite's rows follow each other. */
function lastOfSuite({ rows }: Run, first: number): number {
  const { files, projects, environments } = rows.numbers;
  const isSame = (row: number) =>
    files[row] === files[first] && projects[row] === projects[first] && environments[row] === environments[first];
  let end = first + 1;
  while (end < rows.size && isSame(end)) end++;
  return end;
}

function writeSuite(run: Run, first: number, end: number, file: OutputFile, lost: Lost): void {
  const { rows } = run;
  const counts = { P: 0, F: 0, B: 0, S: 0 };
  let milliseconds = 0;
  let startedAt = Number.POSITIVE_INFINITY;
  for (let row = first; row < end; row++) {
    counts[rows.outcome(row)]++;
    milliseconds += Math.max(0, rows.duration(row));
    const start = rows.numbers.starts[row] ?? -1;
    if (start >= 0) startedAt = Math.min(startedAt, start);
  }
  const { file: path, project, environment, session } = rows.at(first);
  const { machine } = run.sessions[session] ?? {};
  const tool = toolOf(run.sessions[session]) ?? '';
  const name = [project, environment].filter((text) => text !== '').join(', ');
  file.write(
    `  <testsuite${attributes({
      name: name === '' ? path || tool : `${path || tool} (${name})`,
      tests: end - first,
      failures: counts.F,
      errors: counts.B,
      skipped: counts.S,
      time: seconds(milliseconds),
      timestamp: Number.isFinite(startedAt) ? new Date(startedAt).toISOString() : undefined,
      hostname: machine?.host,
    })}>\n`,
  );
  if (project !== '') {
    const property = attributes({ name: PROJECT_PROPERTY, value: project });
    file.write(`    <properties>\n      <property${property}/>\n    </properties>\n`);
  }
  const numbers = new TestNumbers();
  for (let row = first; row < end; row++) {
    showExported(run, row);
    writeCase(exportedTest(run, row), numbers, file, lost);
  }
  file.write('  </testsuite>\n');
}

/** @param numbers of its suite: GitLab drops all but one of the tests with one name, and masked titles may be equal */
function writeCase(test: ExportedTest, numbers: TestNumbers, file: OutputFile, lost: Lost): void {
  const { row, message, traces, earlier, attachments, body } = test;
  const { suites, file: path, duration, outcome } = row;
  const titles = [...suites, test.name];
  const number = numbers.next(titles);
  const name = titles.join(' > ') + (number > 1 ? ` (${number})` : '');
  file.write(`    <testcase${attributes({ name, classname: path, time: seconds(Math.max(0, duration)) })}>\n`);
  if (outcome === 'F') {
    file.write(
      `      <failure${attributes({ message: firstLine(message), type: 'failure' })}>${text(traces || message)}</failure>\n`,
    );
  } else if (outcome === 'B') {
    lost.note(LOST.junitBlocked);
    file.write(
      `      <error${attributes({ message: firstLine(message), type: 'blocked' })}>${text(message)}</error>\n`,
    );
  } else if (outcome === 'S') {
    file.write(`      <skipped${attributes({ message: firstLine(message) || undefined })}/>\n`);
  }
  const repeated = outcome === 'F' ? 'rerunFailure' : 'flakyFailure';
  for (const attempt of earlier)
    if (attempt.outcome !== 'P') file.write(attemptElement(repeated, attempt, file.folder));
  const id = test.ownId === undefined ? [] : [[ID_PROPERTY, test.ownId]];
  const properties = [...Object.entries(body.properties ?? {}), ...id].map(
    ([name, value]) => `[[PROPERTY|${name}=${value}]]`,
  );
  const output = outputElement(attachments, properties, file.folder);
  if (output !== '') file.write(`      ${output}\n`);
  const steps = [test.steps, body.setupResults, body.teardownResults, ...earlier.map((attempt) => attempt.steps)];
  if (steps.some((list = []) => list.length > 0)) lost.note(LOST.steps);
  if (body.links !== undefined) lost.note(LOST.links);
  if (test.parameters.length > 0) lost.note(LOST.parameters);
  file.write('    </testcase>\n');
}

function attemptElement(name: string, { errors, attachments }: EarlierAttempt, folder: string): string {
  const [error] = errors;
  const attribute = attributes({ message: firstLine(error?.message ?? ''), type: 'failure' });
  const stack = `<stackTrace>${text(error?.stack || error?.message || '')}</stackTrace>`;
  return `      <${name}${attribute}>${stack}${outputElement(attachments, [], folder)}</${name}>\n`;
}

/** What an attempt printed, with lines that Jenkins reads. Empty if there is neither. */
function outputElement(
  attachments: readonly ExportedAttachment[],
  properties: readonly string[],
  folder: string,
): string {
  const output = attachments.find(({ name, path }) => name === OUTPUT_NAME && path !== undefined);
  const files = attachments.flatMap(({ path }) =>
    path === undefined || path === output?.path ? [] : `[[ATTACHMENT|${relative(folder, path).replaceAll('\\', '/')}]]`,
  );
  const printed = output?.path === undefined ? [] : [readFileSync(output.path, 'utf8').trimEnd()];
  const lines = [...printed, ...properties, ...files];
  return lines.length === 0 ? '' : `<system-out>${text(lines.join('\n'))}</system-out>`;
}

function attributes(values: Readonly<Record<string, string | number | undefined>>): string {
  let written = '';
  for (const [name, value] of Object.entries(values)) {
    if (value !== undefined)
      written += ` ${name}="${text(`${value}`).replaceAll('"', '&quot;').replaceAll('\n', '&#10;')}"`;
  }
  return written;
}

/** XML 1.0 has no control characters, and no lone surrogates. */
function text(value: string): string {
  return plain(value)
    .toWellFormed()
    .replace(/[\ufffe\uffff]/g, '\ufffd')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;');
}

function firstLine(message: string): string {
  return message.split('\n', 1)[0] ?? '';
}

/** Seconds with three digits, as Surefire writes them. */
function seconds(milliseconds: number): string {
  return (milliseconds / 1_000).toFixed(3);
}
