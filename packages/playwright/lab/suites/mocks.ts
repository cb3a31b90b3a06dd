import assert from 'node:assert/strict';
import fs from 'node:fs';
import http from 'node:http';
import { dialect } from './dialect.js';

const { attach, describe, step, test } = dialect;

/** Playwright cannot mock modules, so its suites replace functions by hand. */
const { openSync, readFileSync, writeFileSync, writeSync, appendFileSync } = fs;
const forbidden = () => assert.fail('the disk is not to be touched');

describe('mocks', () => {
  test('another file system', async () => {
    Object.assign(fs, {
      openSync: forbidden,
      readFileSync: () => 'in memory',
      writeFileSync: forbidden,
      writeSync: forbidden,
      appendFileSync: forbidden,
    });
    try {
      await step('read', () => assert.equal(fs.readFileSync('/only.txt', 'utf8'), 'in memory'));
      await attach('text', 'while mocked');
    } finally {
      Object.assign(fs, { openSync, readFileSync, writeFileSync, writeSync, appendFileSync });
    }
  });
  test('no network', async () => {
    const { request } = http;
    Object.assign(http, { request: () => undefined });
    await step('ask', () => assert.equal(http.request('http://example.org/'), undefined));
    Object.assign(http, { request });
  });
});
