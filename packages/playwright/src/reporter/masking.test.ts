import type { TestStep } from '@playwright/test/reporter';
import { describe, expect, it } from 'vitest';
import { sampleStep } from '../../test/sample.js';
import { type MaskInput, Masking } from './masking.js';

const api = (title: string, locator?: string, params: Record<string, unknown> = {}): TestStep =>
  sampleStep(title, 0, 0, {
    category: 'pw:api',
    ...(locator !== undefined && { subtitle: locator }),
    params: { ...(locator !== undefined && { locator }), ...params },
  });
const old = (title: string): TestStep => sampleStep(title, 0, 0, { category: 'pw:api' });
const titles = (steps: TestStep[], mode: MaskInput = 'passwords'): string[] => {
  const masking = new Masking(steps, mode);
  return steps.map((step) => masking.title(step));
};

describe('typed text', () => {
  const cases: [string, TestStep, string][] = [
    [
      'of a password field',
      api('Fill "hunter2"', "locator('#password')", { value: 'hunter2' }),
      `Fill "***" locator('#password')`,
    ],
    [
      'of a field with such a label',
      api('Type "hunter2"', "getByLabel('PassWord')", { text: 'hunter2' }),
      `Type "***" getByLabel('PassWord')`,
    ],
    ['with quotes in it', api('Fill "a"b"', "locator('#pwd')", { value: 'a"b' }), `Fill "***" locator('#pwd')`],
    [
      'one key at a time',
      api('Press "h"', "getByRole('textbox', { name: 'Secret' })", { key: 'h' }),
      `Press "***" getByRole('textbox', { name: 'Secret' })`,
    ],
    [
      'in an older title',
      old('locator.pressSequentially(#token, hunter2, too)'),
      'locator.pressSequentially(#token, ***)',
    ],
    [
      'in an older title with a locator in words',
      old("locator.getByLabel('Password').type(one, two)"),
      "locator.getByLabel('Password').type(***)",
    ],
  ];
  it.each(cases)('%s is masked', (_, step, title) => {
    expect(titles([step])).toEqual([title]);
  });

  const plain: [string, TestStep, string][] = [
    ['text of other fields', api('Fill "Ada"', "locator('#user')", { value: 'Ada' }), `Fill "Ada" locator('#user')`],
    [
      'a named key',
      api('Press "Enter"', "locator('#password')", { key: 'Enter' }),
      `Press "Enter" locator('#password')`,
    ],
    ['a click', api('Click', "locator('#password')"), `Click locator('#password')`],
    ['a step of the test itself', sampleStep('Fill "secret form"'), 'Fill "secret form"'],
  ];
  it.each(plain)('%s is shown', (_, step, title) => {
    expect(titles([step])).toEqual([title]);
  });

  it('on the keyboard is masked after a secret field gets the focus, and shown after another field does', () => {
    const steps = [
      api('Click', "getByLabel('Password')"),
      api('Type "hunter2"', undefined, { text: 'hunter2' }),
      api('Click', "getByLabel('User')"),
      api('Type "Ada"', undefined, { text: 'Ada' }),
    ];
    expect(titles(steps)).toEqual([
      `Click getByLabel('Password')`,
      'Type "***"',
      `Click getByLabel('User')`,
      'Type "Ada"',
    ]);
  });

  it('is masked everywhere or nowhere on request', () => {
    const steps = [
      api('Fill "Ada"', "locator('#user')", { value: 'Ada' }),
      api('Fill "x"', "locator('#pwd')", { value: 'x' }),
    ];
    expect(titles(steps, 'all')).toEqual([`Fill "***" locator('#user')`, `Fill "***" locator('#pwd')`]);
    expect(titles(steps, 'none')).toEqual([`Fill "Ada" locator('#user')`, `Fill "x" locator('#pwd')`]);
  });
});

describe('a secret that was typed', () => {
  const fill = api('Fill "hunter2"', "locator('#password')", { value: 'hunter2' });

  it('is masked everywhere else', () => {
    const inner = api('Evaluate', undefined, { expression: 'check("hunter2")' });
    const check = sampleStep('Expect "toHaveValue"', 0, 0, {
      category: 'expect',
      params: { locator: "locator('#password')", expected: 'hunter2' },
    });
    const masking = new Masking([sampleStep('log in', 0, 0, { steps: [fill, inner, check] })], 'passwords');
    expect(masking.text('> 3 | fill("hunter2")')).toBe('> 3 | fill("***")');
    expect(masking.parameters(fill)).toEqual({ value: '***' });
    expect(masking.parameters(inner)).toEqual({ expression: 'check("***")' });
    expect(masking.parameters(check)).toEqual({ locator: "locator('#password')", expected: '***' });
  });

  it('is found in the call log of a version without parameters', () => {
    const step = old('page.fill(#password)');
    step.error = { message: 'Timeout\nCall log:\n  - fill("hunter2")' };
    expect(new Masking([step], 'passwords').text('fill("hunter2")')).toBe('fill("***")');
  });

  it('is masked in code that an error shows, even if it was not typed yet', () => {
    const code = [
      "> 18 |   await page.getByLabel('Password').fill('hunter2', { timeout: 9 });",
      `  19 |   await page.fill('#password', "hunter3");`,
      "  20 |   await page.getByLabel('User').fill('Ada');",
    ].join('\n');
    expect(new Masking([], 'passwords').error(code).split('\n')).toEqual([
      "> 18 |   await page.getByLabel('Password').fill('***', { timeout: 9 });",
      `  19 |   await page.fill('#password', "***");`,
      "  20 |   await page.getByLabel('User').fill('Ada');",
    ]);
  });

  it('is masked as a whole if another secret is part of it', () => {
    const steps = [fill, api('Fill "hunter2!"', "locator('#password')", { value: 'hunter2!' })];
    expect(new Masking(steps, 'passwords').text('hunter2!')).toBe('***');
  });

  it('of three characters is not searched for elsewhere', () => {
    const short = api('Fill "the"', "locator('#pwd')", { value: 'the' });
    expect(new Masking([short], 'passwords').text('the page')).toBe('the page');
  });
});
