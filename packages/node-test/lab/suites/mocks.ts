import assert from 'node:assert/strict';
import fs from 'node:fs';
import http from 'node:http';
import { mock } from 'node:test';
import { dialect } from './dialect.js';

const { attach, describe, step, test } = dialect;

describe('mocks', () => {
  test('another file system', async () => {
    mock.method(fs, 'readFileSync', () => 'in memory');
    mock.method(fs, 'writeSync', () => {
      throw new Error('no disk');
    });
    try {
      await step('read', () => assert.equal(fs.readFileSync('/only.txt', 'utf8'), 'in memory'));
      await attach('text', 'while mocked');
    } finally {
      mock.restoreAll();
    }
  });
  test('no network', async () => {
    mock.method(http, 'request', () => undefined);
    await step('ask', () => assert.equal(http.request('http://example.org/'), undefined));
    mock.restoreAll();
  });
});
