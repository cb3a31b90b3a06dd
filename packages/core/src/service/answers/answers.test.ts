import { expect, test } from 'vitest';
import type { Operation } from '../errors.js';
import type { Answer } from '../exchange.js';
import { type Action, classifyAnswer } from './answers.js';
import { refusalOf } from './refusal.js';

const GUID = '0f8fad5b-d9cb-469f-a165-70867728950e';
const POINTS = `TestPoints required for autoTestResult with configurationId: ${GUID} and autoTestExternalId: a.spec.ts > says: "no, and", ok`;

function answer(
  status: number,
  body: unknown = '',
  headers: Answer['headers'] = {},
  end: Answer['end'] = 'whole',
): Answer {
  return { status, headers, text: typeof body === 'string' ? body : JSON.stringify(body), end };
}

test.each<[Operation, Answer, Partial<Action> | undefined]>([
  ['post-results', answer(200, '[]'), undefined],
  ['post-results', answer(204), undefined],
  ['post-results', answer(200, 'OK'), undefined],
  ['post-results', answer(200, '{}', { 'content-type': 'text/html' }), undefined],
  ['post-results', answer(200, '<<not json>>', { 'content-type': 'application/json' }), undefined],
  ['post-results', answer(200, '[ok] two results'), undefined],
  ['post-results', answer(200, 'two results\n'.repeat(50)), undefined],
  ['post-results', answer(200, 'two results\n'.repeat(500)), { kind: 'pause' }],
  ['post-results', answer(200, '<!DOCTYPE html><title>Sign in</title>'), { kind: 'pause' }],
  ['post-results', answer(200, '  <?xml version="1.0"?><html/>'), { kind: 'pause' }],
  ['post-results', answer(202, 'Please log in', { 'content-type': 'text/html; charset=utf-8' }), { kind: 'pause' }],
  ['post-legacy-result', answer(200, '[{"id":'), { kind: 'pause' }],
  ['post-results', answer(200, '["0f8f', {}, 'broken'), { kind: 'pause' }],
  ['post-results', answer(204, '', {}, 'broken'), { kind: 'pause' }],
  ['post-results', answer(200, '[]', {}, 'broken'), { kind: 'pause' }],
  ['post-results', answer(200, '[1,', {}, 'too-long'), { kind: 'pause' }],
  ['post-results', answer(200, '', {}, 'late'), { kind: 'pause' }],
  ['start-run', answer(200, '<html>'), { kind: 'pause' }],
  ['start-run', answer(200, 'x', {}, 'too-long'), { kind: 'pause' }],
  ['start-run', answer(200, '{', {}, 'broken'), { kind: 'retry' }],
  ['complete-run', answer(200, '', {}, 'late'), { kind: 'retry' }],
  ['create-run', answer(200, '<html>'), { kind: 'pause' }],
  ['create-run', answer(200, '"0f8fad5b', {}, 'broken'), { kind: 'retry' }],
  ['upload-attachment', answer(200, '<html>'), { kind: 'pause' }],
  ['upload-attachment', answer(200, '', {}, 'late'), { kind: 'retry' }],
  ['post-results', answer(503, '{', {}, 'late'), { kind: 'retry' }],
  ['post-results', answer(408), { kind: 'retry' }],
  ['post-results', answer(425), { kind: 'retry' }],
  ['post-results', answer(429, '', { 'retry-after': '7' }), { kind: 'retry', afterMs: 7000 }],
  ['post-results', answer(500), { kind: 'retry' }],
  ['post-results', answer(503, '<html>', { 'retry-after': '0' }), { kind: 'retry', afterMs: 0 }],
  ['upload-attachment', answer(599), { kind: 'retry' }],
  ['start-run', answer(502), { kind: 'retry' }],
  ['post-results', answer(302, '', { location: '/login?token=1' }), { kind: 'pause' }],
  ['post-results', answer(401), { kind: 'pause' }],
  ['post-results', answer(403), { kind: 'pause' }],
  ['upload-attachment', answer(401), { kind: 'pause' }],
  ['create-run', answer(403), { kind: 'pause' }],
  ['post-results', answer(404), { kind: 'pause' }],
  ['post-results', answer(405), { kind: 'pause' }],
  ['post-results', answer(407), { kind: 'pause' }],
  ['post-results', answer(409), { kind: 'pause' }],
  ['post-results', answer(400, { detail: 'The run is Stopped' }), { kind: 'pause' }],
  ['post-results', answer(422, { message: 'Cannot add results to a completed test run.' }), { kind: 'pause' }],
  ['post-results', answer(400, { detail: 'TestRun state: Completed' }), { kind: 'pause' }],
  [
    'post-results',
    answer(400, { detail: 'Result "a.ts > modal is closed": a parameter is too long' }),
    { kind: 'bisect' },
  ],
  ['post-results', answer(413), { kind: 'bisect' }],
  [
    'post-results',
    answer(400, { detail: POINTS }),
    { kind: 'unmatched', configurationId: GUID, externalId: 'a.spec.ts > says: "no, and", ok' },
  ],
  ['post-results', answer(404, POINTS), { kind: 'unmatched' }],
  ['post-results', answer(409, { errors: { testPoints: [POINTS] } }), { kind: 'unmatched' }],
  ['post-legacy-result', answer(400, { detail: POINTS }), { kind: 'unmatched' }],
  ['post-results', answer(400, { detail: 'outcome is wrong' }), { kind: 'bisect' }],
  ['post-results', answer(422, { detail: '/0/parameters must be object' }), { kind: 'bisect' }],
  ['post-results', answer(418), { kind: 'bisect' }],
  ['post-results', answer(400, { message: 'body must be object' }), { kind: 'array-refused' }],
  ['post-results', answer(400, { title: 'Expected object, received array' }), { kind: 'array-refused' }],
  [
    'post-results',
    answer(400, 'Cannot deserialize the current JSON array (e.g. [1,2,3]) into type Result'),
    { kind: 'array-refused' },
  ],
  ['post-legacy-result', answer(400, { message: 'body must be object' }), { kind: 'bisect' }],
  ['start-run', answer(409, { detail: 'The run is already In progress' }), { kind: 'done' }],
  ['start-run', answer(400, { detail: 'Run status is InProgress' }), { kind: 'done' }],
  ['start-run', answer(409, { detail: 'The run is already Completed' }), { kind: 'pause' }],
  ['start-run', answer(404), { kind: 'pause' }],
  ['complete-run', answer(400, { detail: 'Test run is completed' }), { kind: 'done' }],
  ['complete-run', answer(409, { detail: 'Run is already in that state' }), { kind: 'done' }],
  ['complete-run', answer(409, { detail: 'A Pending run can not be completed' }), { kind: 'pause' }],
  ['stop-run', answer(409, { detail: 'Cannot move the run from Completed to Stopped' }), { kind: 'done' }],
  ['create-run', answer(400, { detail: 'no such plan' }), { kind: 'pause' }],
  ['create-run', answer(404), { kind: 'pause' }],
  ['list-runs', answer(404), { kind: 'refused' }],
  ['upload-attachment', answer(413), { kind: 'refused' }],
  ['upload-attachment', answer(400), { kind: 'refused' }],
])('%s answered %j: %j', (operation, given, action) => {
  const error = refusalOf(operation, given);
  if (action === undefined) return expect(error).toBeUndefined();
  if (error === undefined) throw new Error('no refusal');
  expect(classifyAnswer(error)).toMatchObject(action);
  expect(error).toMatchObject({ operation, answered: true, status: given.status });
});

test('a redirect’s message shows its target without secrets, and nothing of its body', () => {
  const location = 'https://anna:pa@login.example/x?token=abc';
  const error = refusalOf('start-run', answer(301, { message: 'Moved' }, { location }));
  expect(error?.reason).toMatch(/redirects to https:\/\/login\.example\/x \(HTTP 301\)/);
  expect(error?.reason).not.toMatch(/abc|anna|Moved/);
});

test('the message about a refused key starts with the key, whatever the service says', () => {
  const error = refusalOf('start-run', answer(401, { message: 'No' }));
  expect(error?.reason).toMatch(/TMS_SECRET_KEY.* The service says: No/);
});
