import type { TestRecord } from '@testpoint/core';
import type { Session } from '@testpoint/core/adapter';
import { whyNotRun } from '@testpoint/core/adapter';
import { describe, expect, it } from 'vitest';
import type { TestCase } from '../in-test/jest-types.js';
import { type CutShort, settleCutShort } from './cut-short.js';
import { ObservedRun } from './observed-runs.js';
import { RunningFile } from './running-file.js';
import type { NameFilter } from './translate.js';

const all = () => true;
/** What the session received. */
let recorded: TestRecord[] = [];
const session = { record: (record: TestRecord) => void recorded.push(record) } as Partial<Session> as Session;

describe('a file that was cut short', () => {
  it('reports each test once if Jest has run the file several times', () => {
    const once = ['one passed', 'one failed', 'two passed', 'three begun'];
    const running = eventsOf([...once, ...once, ...once, ...once]);
    const records = cutShort(running, undefined, { reason: whyNotRun('exited'), runs: 4 }, all);
    expect(summary(records)).toEqual(['one passed', 'one (2) failed', 'two passed', 'three not-run: exited']);
  });

  it('reports each test once if the process exits after the last one', () => {
    const running = eventsOf(['one passed', 'one passed', 'one passed']);
    const records = cutShort(running, undefined, { reason: whyNotRun('exited'), runs: 3 }, all);
    expect(summary(records)).toEqual(['one passed']);
  });

  it('takes tests that never began from the setup file, except those that a name pattern filters out', () => {
    const observed = new ObservedRun('/a.test.js', [['one'], ['two'], ['three'], ['four']], [1]);
    const running = eventsOf(['one passed']);
    const isMeant = (name: string) => name !== 'four';
    const records = cutShort(running, observed, { reason: whyNotRun('killed'), runs: 1 }, isMeant);
    expect(summary(records)).toEqual(['one passed', 'two skipped', 'three not-run: killed']);
  });

  it('keeps the attempts of a retried test', () => {
    const running = eventsOf(['one failed', 'two passed', 'one passed at 2', 'two begun']);
    const records = cutShort(running, undefined, { reason: whyNotRun('killed'), runs: 1 }, all);
    expect(summary(records)).toEqual(['one passed', 'two passed', 'two (2) not-run: killed']);
    expect(records[0]?.attempts.map(({ status }) => status)).toEqual(['failed', 'passed']);
  });
});

/** The records of the tests: those that ended, then the others. */
function cutShort(
  running: RunningFile,
  observed: ObservedRun | undefined,
  how: CutShort,
  isMeant: NameFilter,
): TestRecord[] {
  recorded = [];
  settleCutShort({}, running, observed, how, isMeant);
  return recorded;
}

/** Events in Jest's form: each test begins, and ends unless it is only `begun`. Times count the lines. */
function eventsOf(lines: string[]): RunningFile {
  const running = new RunningFile('a.test.js', session);
  for (const [index, line] of lines.entries()) {
    const [title = '', status = '', , invocation = '1'] = line.split(' ');
    running.start({ ancestorTitles: [], title, startedAt: index + 1 });
    if (status !== 'begun') running.end(testCase(title, status, Number(invocation)));
  }
  return running;
}

function testCase(title: string, status: string, invocations: number): TestCase {
  const failureMessages = status === 'failed' ? ['Error: no\n    at here'] : [];
  return {
    ancestorTitles: [],
    title,
    status: status === 'failed' ? 'failed' : 'passed',
    failureMessages,
    invocations,
  };
}

function summary(records: readonly TestRecord[]): string[] {
  return records.map(({ titlePath, occurrence, status, reason }) => {
    const name = occurrence === undefined ? titlePath.join(' > ') : `${titlePath.join(' > ')} (${occurrence})`;
    return reason === undefined ? `${name} ${status}` : `${name} ${status}: ${reason}`;
  });
}
