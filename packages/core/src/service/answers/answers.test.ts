import { expect, test } from 'vitest';
import type { Operation, ServiceError } from '../errors.js';
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

test.each<[Operation, Answer, Action | undefined, Partial<ServiceError>?]>([
  ['post-results', answer(200, '[]'), undefined],
  ['post-results', answer(204), undefined],
  ['post-results', answer(200, 'OK'), undefined],
  ['post-results', answer(200, '{}', { 'content-type': 'text/html' }), undefined],
  ['post-results', answer(200, '<<not json>>', { 'content-type': 'application/json' }), undefined],
  ['post-results', answer(200, '[ok] two results'), undefined],
  ['post-results', answer(200, 'two results\n'.repeat(50)), undefined],
  ['post-results', answer(200, 'two results\n'.repeat(500)), 'pause'],
  ['post-results', answer(200, '<!DOCTYPE html><title>Sign in</title>'), 'pause'],
  ['post-results', answer(200, '  <?xml version="1.0"?><html/>'), 'pause'],
  ['post-results', answer(202, 'Please log in', { 'content-type': 'text/html; charset=utf-8' }), 'pause'],
  ['post-legacy-result', answer(200, '[{"id":'), 'pause'],
  ['post-results', answer(200, '["0f8f', {}, 'broken'), 'pause'],
  ['post-results', answer(204, '', {}, 'broken'), 'pause'],
  ['post-results', answer(200, '[]', {}, 'broken'), 'pause'],
  ['post-results', answer(200, '[1,', {}, 'too-long'), 'pause'],
  ['post-results', answer(200, '', {}, 'late'), 'pause'],
  ['start-run', answer(200, '<html>'), 'pause'],
  ['start-run', answer(200, 'x', {}, 'too-long'), 'pause'],
  ['start-run', answer(200, '{', {}, 'broken'), 'retry'],
  ['complete-run', answer(200, '', {}, 'late'), 'retry'],
  ['create-run', answer(200, '<html>'), 'pause'],
  ['create-run', answer(200, '"0f8fad5b', {}, 'broken'), 'retry'],
  ['upload-attachment', answer(200, '<html>'), 'pause'],
  ['post-results', answer(400, '<html><title>400 No required SSL certificate was sent</title></html>'), 'pause'],
  ['post-results', answer(400, { detail: 'The test "client certificate" is unknown.' }), 'bisect'],
  ['upload-attachment', answer(200, '', {}, 'late'), 'retry'],
  ['post-results', answer(503, '{', {}, 'late'), 'retry'],
  ['post-results', answer(408), 'retry'],
  ['post-results', answer(425), 'retry'],
  ['post-results', answer(429, '', { 'retry-after': '7' }), 'retry', { retryAfterMs: 7000 }],
  ['post-results', answer(500), 'retry'],
  ['post-results', answer(503, '<html>', { 'retry-after': '0' }), 'retry', { retryAfterMs: 0 }],
  ['upload-attachment', answer(599), 'retry'],
  ['start-run', answer(502), 'retry'],
  ['post-results', answer(302, '', { location: '/login?token=1' }), 'pause'],
  ['post-results', answer(401), 'pause'],
  ['post-results', answer(403), 'pause'],
  ['upload-attachment', answer(401), 'pause'],
  ['create-run', answer(403), 'pause'],
  ['post-results', answer(404), 'pause'],
  ['post-results', answer(405), 'pause'],
  ['post-results', answer(407), 'pause'],
  ['post-results', answer(409), 'pause'],
  ['post-results', answer(400, { detail: 'The run is Stopped' }), 'pause'],
  ['post-results', answer(422, { message: 'Cannot add results to a completed test run.' }), 'pause'],
  ['post-results', answer(400, { detail: 'TestRun state: Completed' }), 'pause'],
  ['post-results', answer(400, { detail: 'The test run is Pending' }), 'pause', { code: 'RUN_OVER' }],
  ['post-legacy-result', answer(422, { detail: 'Test run has not been started' }), 'pause', { code: 'RUN_OVER' }],
  ['post-results', answer(400, { detail: 'Test "a pending login" is unknown' }), 'bisect'],
  ['post-results', answer(400, { detail: 'Result "a.ts > modal is closed": a parameter is too long' }), 'bisect'],
  ['post-results', answer(413), 'bisect'],
  [
    'post-results',
    answer(400, { detail: POINTS }),
    'unmatched',
    { pair: { configurationId: GUID, externalId: 'a.spec.ts > says: "no, and", ok' } },
  ],
  ['post-results', answer(404, POINTS), 'unmatched'],
  ['post-results', answer(409, { errors: { testPoints: [POINTS] } }), 'unmatched'],
  ['post-legacy-result', answer(400, { detail: POINTS }), 'unmatched'],
  ['post-results', answer(400, { detail: 'outcome is wrong' }), 'bisect'],
  ['post-results', answer(422, { detail: '/0/parameters must be object' }), 'bisect'],
  ['post-results', answer(418), 'bisect'],
  ['post-legacy-result', answer(400, { message: 'body must be object' }), 'bisect'],
  ['start-run', answer(409, { detail: 'The run is already In progress' }), 'done'],
  ['start-run', answer(400, { detail: 'Run status is InProgress' }), 'done'],
  ['start-run', answer(409, { detail: 'The run is already Completed' }), 'pause'],
  ['start-run', answer(404), 'pause'],
  ['complete-run', answer(400, { detail: 'Test run is completed' }), 'done'],
  ['complete-run', answer(409, { detail: 'Run is already in that state' }), 'done'],
  ['complete-run', answer(409, { detail: 'A Pending run can not be completed' }), 'pause'],
  ['stop-run', answer(409, { detail: 'Cannot move the run from Completed to Stopped' }), 'done'],
  ['create-run', answer(400, { detail: 'no such plan' }), 'pause'],
  ['create-run', answer(404), 'pause'],
  ['list-runs', answer(404), 'refused'],
  ['upload-attachment', answer(413), 'refused'],
  ['upload-attachment', answer(400), 'refused'],
])('%s answered %j: %j', (operation, given, action, facts = {}) => {
  const error = refusalOf(operation, given);
  if (action === undefined) return expect(error).toBeUndefined();
  if (error === undefined) throw new Error('no refusal');
  expect(classifyAnswer(error)).toBe(action);
  expect(error).toMatchObject({ operation, answered: true, status: given.status, ...facts });
});

test.each([
  [
    'is Pending; results need In progress',
    `has not been started (HTTP 409): start it with npx testpoint run start ${GUID}.`,
  ],
  ['must be in progress', `has not been started (HTTP 409): start it with npx testpoint run start ${GUID}.`],
  [
    'is Completed; results need In progress',
    `accepts no results (HTTP 409): start it again with npx testpoint run start ${GUID}, or`,
  ],
])('the message for a run that %s names the command that starts it', (state, words) => {
  const error = refusalOf('post-results', answer(409, { detail: `The run ${GUID} ${state}.` }), GUID);
  expect(error?.message).toContain(`The run ${words}`);
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
