import { readFileSync } from 'node:fs';
import type { StepResult } from '@testpoint/interface';
import type { ErrorView } from '@testpoint/report/format';
import type { Color } from './png.js';
import { iso, placeholder, type SampleTest } from './sample-test.js';
import { journey, STARTED, step } from './shop-journey.js';
import { shopPicture } from './shop-picture.js';

/** One second with five frames. */
const VIDEO = new URL('zoom.webm', import.meta.url);

export function paymentFailure(test: SampleTest): SampleTest {
  const expected =
    '{\n  "items": 3,\n  "currency": "EUR",\n  "discount": "10 %",\n  "total": "89.90",\n  "shipping": {\n    "method": "express",\n    "days": 2\n  }\n}';
  const actual =
    '{\n  "items": 3,\n  "currency": "EUR",\n  "discount": "0 %",\n  "total": "99.90",\n  "shipping": {\n    "method": "express",\n    "days": 2\n  },\n  "voucher": null\n}';
  const message =
    'Error: expect(received).toEqual(expected) // the total after the voucher\n\nThe total is 99.90, and 89.90 was expected.';
  const stack = `${message}\n    at tests/e2e/checkout.spec.ts:31:27\n    at applyVoucher (tests/e2e/pages/basket.ts:54:11)\n    at processTicksAndRejections (node:internal/process/task_queues:105:5)\nCaused by: Error: voucher AUTUMN10 refused: expired\n    at redeem (tests/e2e/pages/basket.ts:71:13)`;
  const error: ErrorView = {
    message,
    stack,
    expected,
    actual,
    codeFrame:
      "  29 |   await basket.applyVoucher('AUTUMN10');\n  30 |   const order = await basket.order();\n> 31 |   expect(order, 'the total after the voucher').toEqual(expected);\n     |                                                ^\n  32 |   await page.getByRole('button', { name: 'Pay' }).click();\n  33 | });",
    frameColors: 't9k5t21s10t12k5t9k5t40s29t86k5t16s8t10s5t23',
    location: { file: 'tests/e2e/checkout.spec.ts', line: 31, column: 27 },
  };
  const earlierError: ErrorView = {
    message: 'Error: page.goto: net::ERR_CONNECTION_REFUSED at https://shop.example.com/basket',
    stack: 'Error: page.goto: net::ERR_CONNECTION_REFUSED\n    at tests/e2e/checkout.spec.ts:24:14',
  };
  const body = journey(test, 2);
  const at = STARTED + test.start;
  const first: StepResult = {
    title: 'Attempt 1 of 2',
    outcome: 'Failed',
    description: earlierError.message,
    startedOn: iso(at),
    completedOn: iso(at + 700),
    stepResults: [step('Open the basket', at + 20, 640, 'Failed', { description: earlierError.message })],
    attachments: [{ id: placeholder(4) }],
  };
  return {
    ...test,
    outcome: 'F',
    attempts: 2,
    failureReason: 'ProductDefect',
    history: 'PPPPPPPPPPPP',
    files: [
      { name: 'screenshot', contentType: 'image/png', content: shopPicture(), ending: 'png' },
      { name: 'trace', contentType: 'application/zip', content: Buffer.alloc(48_000, 7), ending: 'zip' },
      {
        name: 'order.json',
        contentType: 'application/json',
        content:
          '{"id":4711,"items":[{"sku":"LAMP-2","amount":2},{"sku":"CHAIR-9","amount":1}],"total":"99.90","paid":false}',
        ending: 'json',
      },
      {
        name: 'console',
        contentType: 'text/plain',
        content: Array.from(
          { length: 24 },
          (_, line) =>
            `[${iso(at + line * 31)}] ${['info', 'warn', 'info', 'debug'][line % 4]}  basket: ${['price asked', 'voucher AUTUMN10 refused: expired', 'total 99.90 EUR', 'render in 4 ms'][line % 4]}`,
        ).join('\n'),
        ending: 'txt',
      },
      { name: 'screenshot', contentType: 'image/png', content: shopPicture([190, 60, 50]), ending: 'png' },
      {
        name: 'page.html',
        contentType: 'text/html',
        content:
          '<!doctype html>\n<title>Basket</title>\n<main>\n  <h1>Your basket</h1>\n  <p class="total">99.90 EUR</p>\n  <script>pay()</script>\n</main>\n',
        ending: 'txt',
      },
      { name: 'video', contentType: 'video/webm', missing: 'it was removed before it could be copied' },
    ],
    body: {
      ...body,
      message: `Failed on attempt 2 of 2\n\n${message}`,
      traces: stack,
      stepResults: [first, ...(body.stepResults ?? [])],
      attachments: [0, 1, 2, 3, 5, 6].map((index) => ({ id: placeholder(index) })),
      parameters: { browser: 'chromium', voucher: 'AUTUMN10', attempts: '2' },
      properties: { owner: 'Team Basket', severity: 'critical' },
      links: [
        { url: 'https://jira.example.com/browse/SHOP-1203', title: 'SHOP-1203 Voucher is ignored', type: 'Defect' },
        { url: 'https://wiki.example.com/vouchers', title: 'How vouchers work', type: 'Related' },
      ],
    },
    view: {
      errors: [error],
      earlier: [{ outcome: 'F', startedAt: at, endedAt: at + 700, errors: [earlierError] }],
      stepPlaces: [test.file, 6, 0, 0, 12, 13, 14, 18, 19, 20, 29, 'tests/e2e/pages/basket.ts', 54, 61],
    },
  };
}

export function timeout(test: SampleTest): SampleTest {
  const message = `Error: Timeout 5000ms exceeded while waiting for locator('#confirm-${test.title.length}') to be visible`;
  const stack = `${message}\n    at ${test.file}:${test.line + 6}:9`;
  return {
    ...test,
    outcome: 'F',
    duration: 5_240,
    failureReason: 'TestDefect',
    history: test.project === 'webkit' ? 'FFPFFFFFFFFF' : 'PPPPPPPPPPPP',
    body: { ...journey({ ...test, duration: 5_240 }, 2), message, traces: stack },
    view: { errors: [{ message, stack, location: { file: test.file, line: test.line + 6 } }] },
  };
}

export function screenshots(test: SampleTest): SampleTest {
  const message = 'Error: expect(page).toHaveScreenshot(zoomed.png)\n\n  1843 pixels (ratio 0.02) are different.';
  const names = ['expected', 'actual', 'diff'];
  const colors: Color[] = [
    [66, 99, 170],
    [66, 99, 205],
    [220, 40, 60],
  ];
  return {
    ...test,
    outcome: 'F',
    history: 'PPPPPPPPPPPP',
    files: [
      ...names.map((name, index) => ({
        name: `zoomed-${name}.png`,
        contentType: 'image/png',
        content: shopPicture(colors[index]),
        ending: 'png',
      })),
      { name: 'video', contentType: 'video/webm', content: readFileSync(VIDEO), ending: 'webm' },
    ],
    body: { ...journey(test, 3), message, attachments: [0, 1, 2, 3].map((index) => ({ id: placeholder(index) })) },
    view: { errors: [{ message }] },
  };
}

export function flaky(test: SampleTest): SampleTest {
  const at = STARTED + test.start;
  const error: ErrorView = {
    message: 'Error: locator.click: Element is outside of the viewport',
    stack: 'Error: locator.click: Element is outside of the viewport\n    at tests/e2e/search.spec.ts:28:5',
  };
  const body = journey(test);
  const attempt = (number: number): StepResult => ({
    title: `Attempt ${number} of 3`,
    outcome: 'Failed',
    description: error.message,
    startedOn: iso(at + number * 900 - 900),
    completedOn: iso(at + number * 900 - 100),
    stepResults: [
      step('Type “lam”', at + number * 900 - 880, 300),
      step('Click the first suggestion', at + number * 900 - 500, 380, 'Failed', { description: error.message }),
    ],
  });
  return {
    ...test,
    duration: test.duration + 1_800,
    isFlaky: true,
    attempts: 3,
    history: 'PPFPPFPPPFPP',
    body: {
      ...body,
      message: 'Flaky: passed on attempt 3 of 3',
      stepResults: [attempt(1), attempt(2), ...(body.stepResults ?? [])],
      parameters: { attempts: '3' },
    },
    view: {
      earlier: [1, 2].map((number) => ({
        outcome: 'F' as const,
        startedAt: at + number * 900 - 900,
        endedAt: at + number * 900 - 100,
        errors: [error],
      })),
    },
  };
}
