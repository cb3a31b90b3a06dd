import { dialect } from './dialect.js';

const { describe, step, test } = dialect;

describe('Ünïcode 日本語', () => {
  test('🧪 emoji and a family 👩‍👩‍👧', async () => {
    await step('🚀 “quoted” › пароль', () => {});
  });
  test('<script>alert(1)</script> & "quotes" \\ \'more\'', async () => {
    await step('<b>bold</b> &amp;', () => {});
  });
  test('two\nlines\tand a tab', async () => {
    await step('two\nlines', () => {});
  });
  test('turned \u202eround\u202c', () => {});
  test(`very ${'long '.repeat(100)}title`, () => {});
});
