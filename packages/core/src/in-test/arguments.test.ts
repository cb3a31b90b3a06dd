import { describe, expect, it } from 'vitest';
import { bodyComplaint, contentComplaint, readLink, readTestCases, textComplaint } from './arguments.js';

describe('arguments of the wrong kind', () => {
  it.each<[unknown, string | undefined]>([
    ['words', undefined],
    [0, undefined],
    [false, undefined],
    [undefined, 'message() was called without text, and did nothing.'],
    ['', 'message() was called with an empty string instead of text, and did nothing.'],
    [null, 'message() was called with null instead of text, and did nothing.'],
    [['a'], 'message() was called with a list instead of text, and did nothing.'],
    [{ toString: fail }, 'message() was called with an object instead of text, and did nothing.'],
  ])('%j as the text of message()', (value, complaint) => {
    expect(textComplaint('message', 'text', value)).toBe(complaint);
  });

  it('a step without a body is named by its title, if it has one', () => {
    expect(bodyComplaint('x', 5)).toBe(
      'step("x") was called with 5 instead of a function as its last argument, and did nothing.',
    );
    expect(bodyComplaint({ toString: fail }, undefined)).toMatch(/^step\(\) was called without a function/);
    expect(bodyComplaint('x', fail)).toBeUndefined();
  });

  it('an attachment needs content, which may be empty', () => {
    expect(contentComplaint('x', '')).toBeUndefined();
    expect(contentComplaint('x', null)).toMatch(/^attach\("x"\) was called with null instead of text, bytes or/);
  });

  it('test cases that are not integers are dropped, and the others are kept', () => {
    expect(readTestCases([101, '102', 'abc', '', 1.5, null])).toEqual({
      testCases: [101, 102],
      complaint: `testCase("abc") was ignored: a test case's global id is a whole number.`,
    });
    for (const id of [' ', ' 7', '7\n', '0x10', '1e3', '7.0', 1e20, '100000000000000000000', Number.NaN, true, 7n]) {
      expect(readTestCases([id, 8])).toEqual({ testCases: [8], complaint: expect.stringMatching(/was ignored/) });
    }
    expect(readTestCases([{ valueOf: fail }])).toMatchObject({ testCases: [] });
  });
});

describe('a link', () => {
  const whole = { url: 'https://a.example', title: 'a', type: 'Issue', description: 'b' };

  it('is an address with options, or one object', () => {
    expect(readLink('https://a.example', { title: 'a' })).toEqual({ url: 'https://a.example', title: 'a' });
    expect(readLink(whole, undefined)).toEqual(whole);
    expect(readLink({ url: 'https://a.example', title: undefined, other: 1 }, undefined)).toEqual({
      url: 'https://a.example',
    });
  });

  it('needs an address', () => {
    expect(readLink({ title: 'a' }, undefined)).toBe(
      'link() was called without an object with a url, and did nothing.',
    );
    expect(readLink(undefined, { title: 'a' })).toBe('link() was called without a url, and did nothing.');
  });
});

function fail(): never {
  throw new Error('was called');
}
