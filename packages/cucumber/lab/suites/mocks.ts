import assert from 'node:assert/strict';
import fs from 'node:fs';
import http from 'node:http';
import mockFs from 'mock-fs';
import nock from 'nock';
import { dialect } from './dialect.js';

const { attach, describe, step, test } = dialect;

describe('mocks', () => {
  test('another file system', async () => {
    mockFs({ '/only.txt': 'in memory' });
    try {
      await step('read', () => assert.equal(fs.readFileSync('/only.txt', 'utf8'), 'in memory'));
      await attach('text', 'while mocked');
    } finally {
      mockFs.restore();
    }
  });
  test('no network', async () => {
    nock.disableNetConnect();
    await step('ask', () =>
      assert.rejects(new Promise((_, reject) => http.get('http://example.org/').on('error', reject))),
    );
    nock.enableNetConnect();
    nock.restore();
  });
});
