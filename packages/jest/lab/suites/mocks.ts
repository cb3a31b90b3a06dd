import { jest } from '@jest/globals';

jest.mock('fs', () => jest.requireActual<typeof import('memfs')>('memfs').fs);
jest.mock('node:fs', () => jest.requireActual<typeof import('memfs')>('memfs').fs);
jest.mock('node:http');
jest.mock('http');
jest.mock('node:worker_threads', () => ({}));
jest.mock('async_hooks', () => ({}));

import assert from 'node:assert/strict';
import fs from 'node:fs';
import http from 'node:http';
import { dialect } from './dialect.js';

const { attach, describe, step, test } = dialect;

describe('mocks', () => {
  test('another file system', async () => {
    fs.writeFileSync('/only.txt', 'in memory');
    await step('read', () => assert.equal(fs.readFileSync('/only.txt', 'utf8'), 'in memory'));
    await attach('text', 'while mocked');
  });
  test('no network', async () => {
    await step('ask', () => assert.equal(http.request('http://example.org/'), undefined));
  });
});
