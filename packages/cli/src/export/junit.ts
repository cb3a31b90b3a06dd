import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { countsOf, OUTPUT_NAME, plain, type Run } from '@testpoint/report';
import { type EarlierAttempt, type ExportedTest, exportedTest, pairsOf } from './exported-test.js';
import type { Lost } from './lost.js';
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
  const { machine, framework = '' } = run.sessions[session] ?? {};
  const name = [project, environment].filter((text) => text !== '').join(', ');
  file.write(
    `  <testsuite${attributes({
      name: name === '' ? path || framework : `${path || framework} (${name})`,
      tests: end - first,
      failures: counts.F,
      errors: counts.B,
      skipped: counts.S,
      time: seconds(milliseconds),
      timestamp: Number.isFinite(startedAt) ? new Date(startedAt).toISOString() : undefined,
      hostname: machine?.host,
    })}>\n`,
  );
  for (let row = first; row < end; row++) writeCase(exportedTest(run, row), file, lost);
  file.write('  </testsuite>\n');
}

function writeCase(test: ExportedTest, file: OutputFile, lost: Lost): void {
  const { row, message, traces, earlier, attachments, body } = test;
  const { suites, title, file: path, duration, outcome } = row;
  const name = [...suites, title].join(' > ');
  file.write(`    <testcase${attributes({ name, classname: path, time: seconds(Math.max(0, duration)) })}>\n`);
  if (outcome === 'F') {
    file.write(
      `      <failure${attributes({ message: firstLine(message), type: 'failure' })}>${text(traces || message)}</failure>\n`,
    );
  } else if (outcome === 'B') {
    lost.note('Blocked tests are errors');
    file.write(
      `      <error${attributes({ message: firstLine(message), type: 'blocked' })}>${text(message)}</error>\n`,
    );
  } else if (outcome === 'S') {
    file.write(`      <skipped${attributes({ message: firstLine(message) || undefined })}/>\n`);
  }
  const repeated = outcome === 'F' ? 'rerunFailure' : 'flakyFailure';
  for (const attempt of earlier) if (attempt.outcome !== 'P') file.write(attemptElement(repeated, attempt));
  const output = attachments.find(({ name, path: at }) => name === OUTPUT_NAME && at !== undefined);
  const lines = pairsOf(body.properties).map(([name, value]) => `[[PROPERTY|${name}=${value}]]`);
  for (const { path: at } of attachments) {
    if (at !== undefined && at !== output?.path)
      lines.push(`[[ATTACHMENT|${relative(file.folder, at).replaceAll('\\', '/')}]]`);
  }
  const printed = output?.path === undefined ? '' : `${readFileSync(output.path, 'utf8').trimEnd()}\n`;
  if (printed !== '' || lines.length > 0)
    file.write(`      <system-out>${text(printed + lines.join('\n'))}</system-out>\n`);
  if (Array.isArray(body.stepResults)) lost.note('steps and hooks are left out');
  if (Array.isArray(body.links)) lost.note('links are left out');
  if (body.parameters !== undefined) lost.note('parameters are left out');
  file.write('    </testcase>\n');
}

function attemptElement(name: string, { errors }: EarlierAttempt): string {
  const [error] = errors;
  const attribute = attributes({ message: firstLine(error?.message ?? ''), type: 'failure' });
  return `      <${name}${attribute}><stackTrace>${text(error?.stack || error?.message || '')}</stackTrace></${name}>\n`;
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
