import { dialect } from './dialect.js';

const { afterEach, beforeEach, describe, test } = dialect;

// Hooks outside of describes Mocha runs for every file.
describe('till', () => {
  beforeEach('open', () => console.log('before it'));
  afterEach('close', () => console.log('after it'));

  test('prints and passes', () => console.log('all is well'));

  test('prints and fails', async () => {
    console.log('\u001b[31mthe till is open\u001b[39m');
    // What is printed to both at once Vitest puts in an order of its own.
    await null;
    console.error('the key is a2V5LW9mLWNvbmZvcm1hbmNl');
    throw new Error('no change');
  });
});
