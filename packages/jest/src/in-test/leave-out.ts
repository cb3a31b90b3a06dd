import { each } from '@testpoint/core/built-ins';
import { type Selection, selectionHere, TestNumbers } from '@testpoint/core/test-api';
import { type CircusBlock, type CircusState, eachTest, testPath, titlesOf } from './circus.js';

/**
 * Name of the global variable with the file's project, if the selection knows the file in several. Jest tells a test file
 * neither its project nor its configuration.
 */
export const PROJECT_VARIABLE = '__TESTPOINT_PROJECT__';

/** Skips the file's tests that are not selected. Call it when all are declared and none has begun. */
export function leaveOut(state: CircusState): void {
  const selection = selectionHere('jest');
  const path = testPath();
  if (selection === undefined || path === undefined) return;
  const file = selection.fileOf(path);
  const project = projectHere(selection, file);
  const numbers = new TestNumbers();
  let isWhole = true;
  eachTest(state.rootDescribeBlock, (test) => {
    const titles = titlesOf(test);
    if (!selection.leavesOut({ project, file, titlePath: titles, occurrence: numbers.next(titles) })) return;
    test.mode = 'skip';
    isWhole = false;
  });
  if (!isWhole) skipEmpty(state.rootDescribeBlock);
}

function projectHere(selection: Selection, file: string): string | undefined {
  const { [PROJECT_VARIABLE]: named } = globalThis as { [PROJECT_VARIABLE]?: unknown };
  if (typeof named === 'string') return named;
  const projects = selection.projectsOf(file);
  return projects.length === 1 ? projects[0] : undefined;
}

/** Skips blocks without a test to run, so that circus runs none of their hooks. @returns whether the block is one */
function skipEmpty(block: CircusBlock): boolean {
  let isEmpty = true;
  each(block.children, (child) => {
    const isOut = child.type === 'describeBlock' ? skipEmpty(child) : child.mode === 'skip';
    isEmpty = isEmpty && isOut;
  });
  if (isEmpty) block.mode = 'skip';
  return isEmpty;
}
