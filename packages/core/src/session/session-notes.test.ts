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

it('keeps a notice once, and not in the report, because it concerns only this machine', () => {
  const { notes, reported } = notesWithReport();
  notes.notice('see the docs');
  notes.notice('see the docs');
  expect(notes.notices).toEqual(['see the docs']);
  expect(reported).toEqual([]);
});

it('prints and reports every problem, even an equal one: two files may fail in the same way', () => {
  const { notes, reported } = notesWithReport();
  notes.problem('it failed', 'at a.test.js');
  notes.problem('it failed', undefined);
  expect(notes.problems).toEqual([{ title: 'it failed', detail: 'at a.test.js' }, { title: 'it failed' }]);
  expect(reported).toEqual([
    { problem: { title: 'it failed', detail: 'at a.test.js' } },
    { problem: { title: 'it failed' } },
  ]);
});

it.each([
  ['an error', new Error('the disk is on fire'), /the disk is on fire/],
  ['a string', 'fire', /^fire$/],
  ['undefined', undefined, /^undefined$/],
])('if our own code throws %s, that is a problem in the summary and is not passed on', (_, thrown, detail) => {
  const { notes } = notesWithReport();
  notes.guard('recording a result', () => {
    throw thrown;
  });
  expect(notes.problems).toEqual([
    { title: 'Testpoint failed while recording a result', detail: expect.stringMatching(detail) },
  ]);
});

it('notes that the journal does not accept still appear in the summary', () => {
  const notes = new SessionNotes(() => {
    throw new Error('the journal is closed');
  });
  notes.warn('careful');
  notes.problem('it failed', undefined);
  expect(notes).toMatchObject({ warnings: ['careful'], problems: [{ title: 'it failed' }] });
});
