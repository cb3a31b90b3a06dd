import type { ResultItem, RunData } from '@testpoint/report/format';
import { describe, expect, it } from 'vitest';
import { safeUrl } from './links.js';
import { markdownOf } from './markdown.js';
import { resultModel } from './result-model.js';
import { traceCommand } from './trace-command.js';

const run = { sessions: [{ framework: 'vitest', ci: { branch: 'main' } }], rows: 9 } as unknown as RunData;
const item = (body: object, view: object = {}): ResultItem => ({
  session: 0,
  files: [],
  entry: {
    id: 'an id',
    body: { outcome: 'Failed', ...body },
    view: { file: 'a.test.ts', titles: ['outer', 'a `title`'], ...view },
  },
});

describe('a result', () => {
  it('without any data can be shown', () => {
    const { title, attempts, look } = resultModel({ session: 7, files: [], entry: null }, run);
    expect([title, attempts.length, look]).toEqual(['(untitled)', 1, 'none']);
  });

  it('whose title is blank goes by its id, and a blank step is untitled', () => {
    const { title, attempts } = resultModel(item({ stepResults: [{ title: ' \n' }] }, { titles: [' '] }), run);
    expect([title, attempts[0]?.steps[0]?.title]).toEqual(['an id', '(untitled)']);
  });

  it('separates earlier attempts from steps', () => {
    const attempt = (title: string, outcome: string) => ({ title, outcome });
    const result = resultModel(
      item(
        { outcome: 'Passed', stepResults: [attempt('Attempt 1 of 2', 'Failed'), attempt('Attempt 1 of 2', 'Passed')] },
        { earlier: [{ outcome: 'F', errors: [{ message: 'first' }] }] },
      ),
      run,
    );
    expect(result.look).toBe('flaky');
    expect(result.attempts.map(({ errors, steps }) => [errors.length, steps.length])).toEqual([
      [1, 0],
      [0, 1],
    ]);
  });

  it('lists the parameters of the test, without the number of attempts that reporters add', () => {
    const parameters = { attempts: '7', currency: 'EUR', 'attempts (2)': '2' };
    const earlier = [{ outcome: 'F' }];
    expect(resultModel(item({ parameters }, { earlier }), run).parameters).toEqual([
      ['attempts', '7'],
      ['currency', 'EUR'],
    ]);
    expect(resultModel(item({ parameters: { attempts: '2' } }), run).parameters).toEqual([['attempts', '2']]);
  });

  it('takes as long as its attempts, and its last attempt as long as the others leave', () => {
    const at = (milliseconds: number) => new Date(Date.UTC(2026, 0) + milliseconds).toISOString();
    const first = { title: 'Attempt 1 of 2', outcome: 'Failed', startedOn: at(0), completedOn: at(500) };
    const body = { outcome: 'Passed', startedOn: at(0), completedOn: at(17_000), duration: 1, stepResults: [first] };
    const { duration, attempts } = resultModel(item(body, { duration: 800, earlier: [{ outcome: 'F' }] }), run);
    expect([duration, ...attempts.map((attempt) => attempt.duration)]).toEqual([800, 500, 300]);
    // A server has only seconds.
    const received = { session: 0, files: [], entry: { id: 'a > b', body: { ...body, configurationId: 'c' } } };
    expect(resultModel(received, run).duration).toBe(1_000);
  });

  it('shows only the part of its message that its error does not repeat', () => {
    const { note } = resultModel(
      item({ message: 'Failed on attempt 1 of 2\n\nError: $& no' }, { errors: [{ message: 'Error: $& no' }] }),
      run,
    );
    expect(note).toBe('Failed on attempt 1 of 2');
  });

  it('does not say how many errors there are if it shows them all', () => {
    const { note } = resultModel(
      item({ message: 'Error: one (+1 more)' }, { errors: [{ message: 'Error: one' }, { message: 'Error: two' }] }),
      run,
    );
    expect(note).toBe('');
  });

  it('makes the reason visible why an attachment is missing', () => {
    const attachments = [{ name: 'video', contentType: 'video/webm', placeholder: 'guid' }];
    const entry = { attachments, body: { attachments: [{ id: 'guid' }] } };
    const result = resultModel({ session: 0, files: [{ missing: 'no photo\u202Egpj.exe' }], entry }, run);
    const [attachment] = result.attempts[0]?.attachments ?? [];
    expect(attachment?.file.missing).toBe('no photo‹U+202E›gpj.exe');
  });

  it.each([
    ['/work/shop/a.test.ts', 'a.test.ts'],
    ['C:\\shop\\a.test.ts', 'a.test.ts'],
    ['/work/shop/not-a.test.ts', '/work/shop/not-a.test.ts'],
  ])('shows the location %s of an error as %s', (path, file) => {
    const location = { file: path, line: 3 };
    const { attempts } = resultModel(item({}, { errors: [{ message: 'Error', location }] }), run);
    expect(attempts[0]?.errors[0]?.location).toEqual({ file, line: 3 });
  });
});

describe('a link', () => {
  it.each([
    ['https://a.example/x', 'https://a.example/x'],
    ['a.example/x', 'https://a.example/x'],
    ['localhost:8080/x', 'https://localhost:8080/x'],
    ['javascript:alert(1)', undefined],
    [' javascript:alert(1)', undefined],
    ['java\nscript:alert(1)', undefined],
    ['data:text/html,x', undefined],
    ['file:///etc/passwd', undefined],
    ['https://user:pass@a.example/', undefined],
  ])('%j leads to %j', (url, href) => {
    expect(safeUrl(url)).toBe(href);
  });
});

it('a summary has fences that its texts cannot close', () => {
  const text = markdownOf(resultModel(item({ message: 'a\n````\nb' }), run), run);
  expect(text).toContain('### outer › a \\`title\\`');
  expect(text).toContain('`````text\na\n````\nb\n`````');
  expect(text).toContain('npx vitest run a.test.ts');
});

it('the command that opens a trace quotes its file for the shell of the operating system', () => {
  expect(traceCommand('attachments/1/2.zip', 'file:///home/a%20b/report/index.html#/')).toBe(
    "npx playwright show-trace '/home/a b/report/attachments/1/2.zip'",
  );
  expect(traceCommand('attachments/1/2.zip', 'file:///C:/r/index.html')).toBe(
    'npx playwright show-trace C:/r/attachments/1/2.zip',
  );
  expect(traceCommand('attachments/1/2.zip', 'https://ci.example/r/index.html')).toBeUndefined();
});
