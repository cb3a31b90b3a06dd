/**
 * @jest-environment jsdom
 * @vitest-environment happy-dom
 */
import assert from 'node:assert/strict';
import { dialect } from './dialect.js';

const { attach, beforeEach, describe, parameter, step, test } = dialect;

describe('in a document', () => {
  beforeEach('render', async () => {
    await step('write', () => {
      page().body.innerHTML = '<p>hello</p>';
    });
  });
  test('is seen', async () => {
    parameter('title', page().title);
    await step('read', () => assert.equal(page().body.textContent, 'hello'));
    await attach('page', page().body.innerHTML, 'text/html');
    await attach('bytes', new Uint8Array([1, 2, 3]));
  });
});

function page(): { title: string; body: { innerHTML: string; textContent: string } } {
  return (globalThis as unknown as { document: ReturnType<typeof page> }).document;
}
