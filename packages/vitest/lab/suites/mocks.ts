import assert from 'node:assert/strict';
import fs from 'node:fs';
import http from 'node:http';
import { vi } from 'vitest';
import { dialect } from './dialect.js';

vi.mock('node:fs', async () => {
  const { fs: memory } = await import('memfs');
  return { ...memory, default: memory };
});
vi.mock('node:http');
vi.mock('node:worker_threads', () => ({}));

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
