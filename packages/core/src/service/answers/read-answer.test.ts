import { describe, expect, test } from 'vitest';
import { readDetail, readGuid, readRunStatus, readRuns, readUnmatched } from './read-answer.js';
import { readRetryAfter } from './retry-after.js';

const GUID = '0f8fad5b-d9cb-469f-a165-70867728950e';
const OTHER = '7c9e6679-7425-40de-944b-e07fc1f90ae7';

test.each<[string, string | undefined]>([
  [`"${GUID}"`, GUID],
  [GUID, GUID],
  [`\uFEFF"${GUID}"\r\n`, GUID],
  [`{"id":"${GUID}"}`, GUID],
  [`{"Id":"${GUID.toUpperCase()}"}`, GUID.toUpperCase()],
  [`{"id":7,"testRunId":"${GUID}"}`, GUID],
  [`{"testRunId":"${GUID}","id":"${OTHER}"}`, GUID],
  [`{"data":{"id":"${GUID}"}}`, GUID],
  [`{"testRun":{"data":[{"guid":"${GUID}"}]}}`, GUID],
  [`["${GUID}"]`, GUID],
  [`{"something":"${GUID}","name":"x"}`, GUID],
  [`{"one":"${GUID}","two":"${OTHER}"}`, undefined],
  [`["${GUID}","${OTHER}"]`, undefined],
  ['{"id":7}', undefined],
  ['null', undefined],
  ['', undefined],
  ['<html>', undefined],
  [`${'['.repeat(5000)}`, undefined],
])('the GUID in %j is %j', (text, guid) => {
  expect(readGuid(text)).toBe(guid);
});

test.each<[unknown, string | undefined]>([
  ['Pending', 'Pending'],
  ['NotStarted', 'Pending'],
  ['In progress', 'In progress'],
  ['InProgress', 'In progress'],
  ['in_progress', 'In progress'],
  ['Stopped', 'Stopped'],
  ['COMPLETED', 'Completed'],
  [{ name: 'Completed' }, 'Completed'],
  ['Paused', undefined],
  [3, undefined],
])('the run state %j is %j', (value, status) => {
  expect(readRunStatus(value)).toBe(status);
});

describe('a list of runs', () => {
  test.each([
    [[{ id: GUID, status: 'InProgress', testPlanGlobalId: 3 }]],
    [{ items: [{ testRunId: GUID, state: 'In progress', testPlanGlobalId: 3 }] }],
    [{ data: { runs: [{ Id: GUID, Status: 'in progress', TestPlanGlobalId: 3 }] } }],
  ])('%j', (body) => {
    expect(readRuns(JSON.stringify(body))).toMatchObject([{ id: GUID, status: 'In progress', testPlanGlobalId: 3 }]);
  });

  test('a missing list is not an empty list', () => {
    expect(readRuns('{}')).toBeUndefined();
    expect(readRuns('[]')).toEqual([]);
  });
});

test.each<[unknown, string | undefined]>([
  [{ type: 'about:blank', title: 'Bad Request', status: 400, detail: 'the outcome' }, 'the outcome'],
  [
    { detail: 'two fields', errors: [{ pointer: '/0/outcome', detail: 'is missing' }] },
    'two fields; /0/outcome: is missing',
  ],
  [{ title: 'Validation failed', errors: { Outcome: ['is required'] } }, 'Validation failed; Outcome: is required'],
  [{ error: { message: 'deep', code: 1 } }, 'deep'],
  [{ Message: 'upper' }, 'upper'],
  ['a bare string', 'a bare string'],
  [['first', 'second'], 'first'],
  [{ code: 7 }, undefined],
])('the message in %j is %j', (body, words) => {
  expect(readDetail(JSON.stringify(body))).toBe(words);
});

test('plain text becomes one line, a page is reduced to its title, and both are cut after 2,000 characters', () => {
  expect(readDetail('Bad\n  gateway')).toBe('Bad gateway');
  expect(readDetail('<html><head><title>502 Bad Gateway</title></head>')).toBe('502 Bad Gateway');
  expect(readDetail('x'.repeat(100_000))).toHaveLength(2002);
  expect(readDetail('')).toBeUndefined();
});

test('the message "TestPoints required" may name an external id of any length', () => {
  const externalId = `a > ${'b'.repeat(50_000)} and autoTestExternalId: c`;
  const text = `TestPoints required for autoTestResult with configurationId: ${GUID} and autoTestExternalId: ${externalId}`;
  expect(readUnmatched(JSON.stringify({ detail: text }))).toEqual({ configurationId: GUID, externalId });
  expect(readUnmatched('{"detail":"other"}')).toBeUndefined();
});

test.each<[string | undefined, number | undefined]>([
  ['120', 120_000],
  ['0', 0],
  ['1.5', 1500],
  ['Thu, 01 Jan 1970 00:01:40 GMT', 90_000],
  ['Thu, 01 Jan 1970 00:00:00 GMT', 0],
  ['Thu, 01 Jan 2060 00:00:00 GMT', Date.UTC(2060, 0) - 10_000],
  ['Fri, 01 Jan 9999 00:00:00 GMT', 3_153_600_000_000],
  ['9'.repeat(400), 3_153_600_000_000],
  ['-5', undefined],
  ['NaN', undefined],
  ['Infinity', undefined],
  ['soon', undefined],
  [undefined, undefined],
])('Retry-After %j is %j ms', (header, milliseconds) => {
  expect(readRetryAfter(header, 10_000)).toBe(milliseconds);
});
