import type { RowChunk, RunData } from '@testpoint/report/format';
import { describe, expect, it } from 'vitest';
import { ResultTable } from '../data/result-table.js';
import { addressOf, hashOf } from './address.js';
import { countedLooks, type Filter, matching, NO_FILTER, termsOf } from './filter.js';
import { groupingOf } from './grouping.js';
import { treeOf, unfolded } from './tree.js';

const chunk: RowChunk = {
  first: 0,
  outcomes: 'PFPSB',
  repeats: '00100',
  keys: ['aaaaaaaaaa', 'bbbbbbbbbb', 'cccccccccc', 'dddddddddd', 'bbbbbbbbbb'].join(''),
  titles: ['adds', 'İstanbul subtracts', 'multiplies', 'divides', 'Adds again'],
  suites: [0, 1, 1, 2, 0],
  files: [0, 0, 0, 1, 1],
  lines: [1, 2, 3, 4, 5],
  projects: [-1, 0, 1, 0, -1],
  environments: [-1, 0, 0, 0, 1],
  sessions: [0, 0, 0, 1, 1],
  starts: [0, 10, 20, 30, -1],
  durations: [5, 100, 1000, -1, 30],
  workers: [0, 0, 1, 0, 0],
  ids: ['', '', 'TC-77', '', ''],
  messages: ['', 'Error: expected 1\nto be 2', '', '', ''],
  failureReasons: [-1, 1, -1, -1, -1],
  attempts: [1, 1, 2, 1, 1],
  resultChunks: [1, 1, 1, 1, 1],
  resultPlaces: [0, 1, 2, 3, 4],
};
const run = {
  rows: 5,
  files: ['src/sum.test.ts', 'src/other.test.ts'],
  suites: [[], ['Sum'], ['Other', 'Deep']],
  projects: ['web', 'api'],
  failureGroups: [{ key: 'timeout', message: 'x', places: [], rows: [1], count: 1 }],
  environments: ['linux', 'windows'],
  sessions: [{ id: 'one' }, { id: 'other' }],
} as unknown as RunData;
const table = new ResultTable(run);
table.add(chunk);
const found = (filter: Partial<Filter>) => [...matching({ ...NO_FILTER, ...filter }, table, run)];

it('each result found has one outcome: flaky is not passed', () => {
  const counts = countedLooks(matching(NO_FILTER, table, run), table);
  expect(counts).toEqual({ passed: 1, failed: 1, flaky: 1, skipped: 1, blocked: 1, known: 0, none: 0 });
});

describe('a filter', () => {
  it.each<[string, Partial<Filter>, number[]]>([
    ['nothing: all of them', {}, [0, 1, 2, 3, 4]],
    ['an outcome', { outcomes: ['failed'] }, [1]],
    ['flaky or skipped', { outcomes: ['flaky', 'skipped'] }, [2, 3]],
    ['a project', { project: 'web' }, [1, 3]],
    ['a project that is not in the run', { project: 'gone' }, []],
    ['a session', { session: 'other' }, [3, 4]],
    ['a minimum duration', { atLeast: 100 }, [1, 2]],
    ['a maximum duration, if their duration is known', { atMost: 30 }, [0, 4]],
    ['a failure reason', { reason: 'ProductDefect' }, [1]],
    ['an environment', { environment: 'linux' }, [1, 2, 3]],
    ['no such environment', { environment: 'mac' }, []],
    ['a group of failures', { group: 'timeout' }, [1]],
    ['a title, in any case', { text: 'ADDS' }, [0, 4]],
    ['a title after one that folding makes longer', { text: 'multiplies' }, [2]],
    ['a path', { text: 'other.test' }, [3, 4]],
    ['the title of a describe block', { text: 'deep' }, [3]],
    ['an id', { text: 'tc-77' }, [2]],
    ['a message', { text: '"expected 1 to be 2"' }, [1]],
    ['several words in several places', { text: 'sum.test subtracts expected' }, [1]],
    ['a pasted id with its project', { text: '[web] src/other.test.ts > Other' }, [3]],
    ['a pasted id', { text: 'src/sum.test.ts > Sum > multiplies' }, [2]],
    ['a word across two titles', { text: 'adds\nmultiplies' }, []],
  ])('selects results by %s', (_, filter, rows) => {
    expect(found(filter)).toEqual(rows);
  });

  it('treats an unclosed phrase as a phrase', () => {
    expect(termsOf('a "b c')).toEqual(['a', 'b c']);
  });
});

describe('an address', () => {
  it('keeps everything in a view', () => {
    const address = {
      place: 'tests',
      test: { key: '8cMOmY3iWv', environment: 'windows, Node 24' },
      order: 'slowest',
      filter: {
        outcomes: ['failed', 'flaky'],
        text: 'a b&c=#é',
        project: 'x/y',
        session: 'other',
        environment: 'windows',
        reason: 'TestDefect',
        atLeast: 5,
        atMost: 9,
        group: 'timeout',
        change: 'new',
      },
    } as const;
    expect(addressOf(hashOf(address))).toEqual(address);
  });

  it.each(['', '#', '#/nowhere', '#/tests/-1', '#/tests/x?outcome=wrong&min=NaN', '#/%E0%A4%A'])(
    'that makes no sense opens a sensible page: %s',
    (hash) => {
      expect(addressOf(hash).filter).toEqual(NO_FILTER);
    },
  );
});

describe('the tree', () => {
  const tree = treeOf(matching(NO_FILTER, table, run), table, run);

  it('has rows under their files and describe blocks', () => {
    const lines = [...tree.order].map((entry, place) => {
      const group = entry < 0 ? tree.groups[-1 - entry] : undefined;
      return `${' '.repeat(tree.depths[place] ?? 0)}${group?.title ?? table.title(entry)}`;
    });
    expect(lines).toEqual([
      'src/sum.test.ts',
      ' adds',
      ' Sum',
      '  İstanbul subtracts',
      '  multiplies',
      'src/other.test.ts',
      ' Other',
      '  Deep',
      '   divides',
      ' Adds again',
    ]);
  });

  it('counts the tests in each group, and blocked ones not as failed', () => {
    expect(
      tree.groups.map(({ title, tests, failed, blocked, duration }) => [title, tests, failed, blocked, duration]),
    ).toEqual([
      ['src/sum.test.ts', 3, 1, 0, 1105],
      ['Sum', 2, 1, 0, 1100],
      ['src/other.test.ts', 2, 0, 1, 30],
      ['Other', 1, 0, 0, 0],
      ['Deep', 1, 0, 0, 0],
    ]);
  });

  it('leaves out the contents of folded groups', () => {
    const places = unfolded(tree, ({ title }) => title === 'Sum' || title === 'src/other.test.ts');
    expect([...places]).toEqual([0, 1, 2, 5]);
  });

  it.each(['tree', 'environments'] as const)('knows its groups again when the run has more files, by %s', (order) => {
    const keysOf = (files: string[], environments: string[], moved: RowChunk) => {
      const later = { ...run, files, environments } as RunData;
      const rows = new ResultTable(later);
      rows.add(moved);
      return treeOf(matching(NO_FILTER, rows, later), rows, later, groupingOf(order, rows, later)).groups.map(
        ({ key, title }) => [title, key],
      );
    };
    const moved = (numbers: number[]) => numbers.map((number) => (number < 0 ? number : number + 1));
    expect(
      keysOf(['src/new.test.ts', ...run.files], ['arm', ...run.environments], {
        ...chunk,
        files: moved(chunk.files),
        environments: moved(chunk.environments),
      }),
    ).toEqual(keysOf(run.files, run.environments, chunk));
  });
});
