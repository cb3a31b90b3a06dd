import { expect, it } from 'vitest';
import type { Note } from '../outbox/format/entries.js';
import { SessionNotes } from './session-notes.js';

function notesWithReport() {
  const reported: Note[] = [];
  return { reported, notes: new SessionNotes((note) => reported.push(note)) };
}

it('counts results by outcome', () => {
  const { notes } = notesWithReport();
  for (const outcome of ['Passed', 'Failed', 'Passed'] as const)
    notes.count({ outcome, missing: 1, isFlaky: outcome === 'Passed' });
  const counts = { Passed: 2, Failed: 1, Blocked: 0, Skipped: 0 };
  expect(notes).toMatchObject({ recorded: 3, missing: 3, flaky: 2, counts });
  notes.recount({ outcome: 'Passed', isFlaky: true }, { outcome: 'Failed', isFlaky: false });
  expect(notes).toMatchObject({ recorded: 3, flaky: 1, counts: { ...counts, Passed: 1, Failed: 2 } });
});

it('prints and reports a warning once, however often it occurs', () => {
  const { notes, reported } = notesWithReport();
  for (const text of ['one', 'two', 'one', '__proto__', '__proto__']) notes.warn(text);
  expect(notes.warnings).toEqual(['one', 'two', '__proto__']);
  expect(reported).toEqual([{ warning: 'one' }, { warning: 'two' }, { warning: '__proto__' }]);
});
