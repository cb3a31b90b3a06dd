import { causesOf } from '../aggregates/failure-groups.js';
import type { Run } from '../run/run.js';
import { counted } from './counted.js';
import { commandData, commandProperty } from './escape.js';
import { factsOf, type ResultFacts } from './result-facts.js';

/** How many annotations of a type GitHub shows for a step. As many other tests are named. */
const MOST = 10;

/**
 * Workflow commands that mark causes of failures as errors, at their first test, and repeated tests as warnings in the files of a
 * pull request.
 * @param pathOf from a file as reports name it to its path in the repository
 */
export function annotationsOf(run: Run, pathOf: (file: string) => string): string[] {
  const { rows } = run;
  const repeated = rows.oneOfEach(rows.where((row) => rows.isRepeated(row)));
  return [
    ...causesOf(rows, rows.failures())
      .slice(0, MOST)
      .map((cause) => errorAt(run, rows.oneOfEach(cause.rows), pathOf)),
    ...repeated.slice(0, MOST).map((row) => {
      return annotation('warning', factsOf(run, row), 'This test passed only after a failure.', pathOf);
    }),
  ];
}

/** @param tests a row of each test */
function errorAt(run: Run, [row = 0, ...others]: readonly number[], pathOf: (file: string) => string): string {
  const facts = factsOf(run, row);
  const message = facts.message || 'This test failed.';
  const names = others.slice(0, MOST).map((other) => `\n${titleOf(factsOf(run, other))}`);
  const more = others.length === 0 ? '' : `\n\nThe same in ${counted(others.length, 'other test')}:${names.join('')}`;
  return annotation('error', facts, `${message}${more}${others.length > MOST ? '\n…' : ''}`, pathOf);
}

function annotation(
  type: 'error' | 'warning',
  facts: ResultFacts,
  text: string,
  pathOf: (file: string) => string,
): string {
  const { file, line } = facts;
  const properties = [
    ...(file === '' ? [] : [`file=${commandProperty(pathOf(file))}`]),
    ...(line === undefined ? [] : [`line=${line}`]),
    `title=${commandProperty(titleOf(facts))}`,
  ];
  return `::${type} ${properties.join(',')}::${commandData(text)}`;
}

/** Projects run the same tests. */
function titleOf({ name, row: { project } }: ResultFacts): string {
  return project === '' ? name : `${name} (${project})`;
}
