import type { Run } from '../run/run.js';
import { commandData, commandProperty } from './escape.js';
import { factsOf } from './result-facts.js';

/** How many annotations of a type GitHub shows for a step. */
const MOST = 10;

/**
 * Workflow commands that mark failed tests as errors and repeated ones as warnings in the files of a pull request.
 * @param pathOf from a file as reports name it to its path in the repository
 */
export function annotationsOf(run: Run, failed: readonly number[], pathOf: (file: string) => string): string[] {
  const repeated = run.rows.where((row) => run.rows.isRepeated(row));
  return [
    ...failed.slice(0, MOST).map((row) => annotation('error', run, row, pathOf)),
    ...repeated.slice(0, MOST).map((row) => annotation('warning', run, row, pathOf)),
  ];
}

function annotation(type: 'error' | 'warning', run: Run, index: number, pathOf: (file: string) => string): string {
  const { name, message, file, line } = factsOf(run, index);
  const properties = [
    ...(file === '' ? [] : [`file=${commandProperty(pathOf(file))}`]),
    ...(line === undefined ? [] : [`line=${line}`]),
    `title=${commandProperty(name)}`,
  ];
  const text = type === 'warning' ? 'This test passed only after a failure.' : message || 'This test failed.';
  return `::${type} ${properties.join(',')}::${commandData(text)}`;
}
