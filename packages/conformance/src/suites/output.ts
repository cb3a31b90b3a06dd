import { dialect } from './dialect.js';

const { afterEach, beforeEach, describe, test } = dialect;

// Mocha runs hooks outside of describe blocks for every file.
describe('till', () => {
  beforeEach('open', () => console.log('before it'));
  afterEach('close', () => console.log('after it'));

  test('prints and passes', () => console.log('all is well'));

  test('prints and fails', async () => {
    console.log('\u001b[31mthe till is open\u001b[39m');
    // Vitest may reorder what a test prints to both streams at the same moment.
    await null;
    console.error('the key is a2V5LW9mLWNvbmZvcm1hbmNl');
    throw new Error('no change');
  });
});
