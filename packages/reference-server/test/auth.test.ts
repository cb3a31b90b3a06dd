import { describe, expect, it } from 'vitest';
import { ADA, BOB, startService, useServers } from './service.js';

useServers();

const service = await startService();
const open = await startService({ open: true });
const { secretKey: ada } = ADA;
const { secretKey: bob } = BOB;
const utf8 = (text: string) => Buffer.from(text).toString('latin1');

const path = '/api/Public/GetTestRuns/1';

describe('credentials', () => {
  it.each([
    ['none', {}, 401],
    ['SecretKeyBase64', { SecretKeyBase64: ada }, 200],
    ['SecretKeyBase64 in lower case', { secretkeybase64: ada }, 200],
    ['Authorization', { Authorization: `PrivateToken ${ada}` }, 200],
    ['Authorization in lower case', { authorization: `privatetoken ${ada}` }, 200],
    ['both', { SecretKeyBase64: ada, Authorization: `PrivateToken ${ada}` }, 200],
    ['SecretKeyBase64 and the user name', { SecretKeyBase64: ada, UserName: 'ada' }, 200],
    ['Authorization and the user name', { Authorization: `PrivateToken ${ada}`, UserName: 'ada' }, 200],
    ['a user name beyond ASCII', { SecretKeyBase64: bob, UserName: utf8(BOB.userName) }, 200],
    ['a wrong key', { SecretKeyBase64: `${ada}x` }, 401],
    ['a part of the key', { SecretKeyBase64: ada.slice(0, -1) }, 401],
    ['the key in upper case', { SecretKeyBase64: ada.toUpperCase() }, 401],
    ['an empty key', { SecretKeyBase64: '' }, 401],
    ['a wrong token', { Authorization: 'PrivateToken x' }, 401],
    ['an empty token', { Authorization: 'PrivateToken ' }, 401],
    ['another scheme', { Authorization: `Bearer ${ada}` }, 401],
    ['no scheme', { Authorization: ada }, 401],
    ['a wrong key and a right token', { SecretKeyBase64: 'x', Authorization: `PrivateToken ${ada}` }, 401],
    ['a right key and a wrong token', { SecretKeyBase64: ada, Authorization: 'PrivateToken x' }, 401],
    ['a right key and another scheme', { SecretKeyBase64: ada, Authorization: `Bearer ${ada}` }, 401],
    ['a key of one user and a token of another', { SecretKeyBase64: ada, Authorization: `PrivateToken ${bob}` }, 401],
    ["another user's name", { SecretKeyBase64: ada, UserName: utf8(BOB.userName) }, 401],
    ['an unknown user name', { SecretKeyBase64: ada, UserName: 'eve' }, 401],
    ['a user name alone', { UserName: 'ada' }, 401],
  ])('%s', async (_, headers, status) => {
    const answer = await service.request('GET', path, { headers });
    expect(answer.status).toBe(status);
    if (status === 401) {
      expect(answer.body).toMatchObject({ status: 401, title: 'Unauthorized', detail: expect.any(String) });
      expect(answer.headers.get('www-authenticate')).toBe('PrivateToken');
      expect(JSON.stringify(answer.body)).not.toContain(ada);
    }
  });

  it.each([
    ['POST', '/api/Public/CreateTestRun'],
    ['POST', '/api/Public/StartTestRun/x'],
    ['POST', '/api/Public/StopTestRun/x'],
    ['POST', '/api/Public/CompleteTestRun/x'],
    ['POST', '/api/Public/SetAutoTestResult'],
    ['POST', '/api/Public/attachment'],
    ['POST', '/api/v2/testResults'],
    ['POST', '/api/v2/testRuns/x/testResults'],
    ['GET', '/inspect/runs'],
    ['GET', '/inspect/runs/x'],
    ['GET', '/inspect/runs/x/results'],
    ['GET', '/inspect/runs/x/history'],
    ['GET', '/inspect/attachments/x'],
    ['GET', '/inspect/attachments/x/content'],
    ['GET', '/inspect/requests'],
  ])('are needed before anything else for %s %s', async (method, url) => {
    expect((await service.request(method, url, { headers: {} })).status).toBe(401);
  });

  it.each([
    ['any key', { SecretKeyBase64: 'any' }, 200],
    ['any token', { Authorization: 'PrivateToken any' }, 200],
    ['any user name', { SecretKeyBase64: 'any', UserName: 'eve' }, 200],
    ['two keys', { SecretKeyBase64: 'any', Authorization: 'PrivateToken other' }, 200],
    ['none', {}, 401],
    ['an empty key', { SecretKeyBase64: '' }, 401],
    ['a user name alone', { UserName: 'ada' }, 401],
  ])('of an open server: %s', async (_, headers, status) => {
    expect((await open.request('GET', path, { headers })).status).toBe(status);
  });
});
