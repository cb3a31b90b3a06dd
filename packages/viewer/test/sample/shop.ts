import type { ErrorView, RunData } from '@testpoint/core/report-format';
import type { StepResult } from '@testpoint/interface';
import { type Box, type Colour, picture } from './png.js';
import { iso, placeholder, type SampleTest } from './sample-test.js';
import { type SampleReport, steady } from './write-report.js';

const STARTED = Date.UTC(2026, 10, 23, 1, 43, 7);

/** A report of a web shop's tests in all four frameworks, with something of all that a report can show. */
export function shopReport(): SampleReport {
  const tests = [...browserTests(), ...unitTests('jest', 1), ...unitTests('vitest', 2), ...unitTests('mocha', 3)];
  return { run: runOf(tests), tests };
}

function runOf(tests: SampleTest[]): SampleReport['run'] {
  const end = Math.max(...tests.map((test) => test.start + Math.max(0, test.duration)));
  const rowsWith = (matches: (test: SampleTest) => boolean) =>
    tests.flatMap((test, row) => (matches(test) ? [row] : []));
  const timeouts = rowsWith((test) => test.outcome === 'F' && /Timeout/.test(test.body?.message ?? ''));
  const totals = rowsWith((test) => test.outcome === 'F' && /total/i.test(test.body?.message ?? ''));
  const others = rowsWith((test) => test.outcome === 'F').filter(
    (row) => !timeouts.includes(row) && !totals.includes(row),
  );
  const counts = (session: number) => {
    const own = tests.filter((test) => test.session === session);
    const of = (letter: string) => own.filter(({ outcome }) => outcome === letter).length;
    return {
      passed: of('P'),
      failed: of('F'),
      blocked: of('B'),
      skipped: of('S'),
      flaky: own.filter((test) => test.isFlaky).length,
    };
  };
  const session = (framework: string, index: number, version: string) => ({
    id: `shop-${index}`,
    framework,
    frameworkVersion: version,
    tool: `@testpoint/${framework} 0.1.0`,
    startedAt: STARTED + index * 180,
    endedAt: STARTED + end,
    end: 'complete' as const,
    machine: { host: `runner-${index + 1}`, os: 'Debian GNU/Linux 12', node: 'v22.11.0' },
    counts: counts(index),
    problems: [],
    warnings: [],
    unreadableLines: 0,
    missingAttachments: 0,
  });
  const ci = {
    branch: 'feature/basket-vouchers',
    commit: 'a67dc95e41',
    job: 'https://ci.example.com/shop/builds/4711',
    author: 'Ada Lovelace',
  };
  return {
    createdAt: STARTED + end + 900,
    startedAt: STARTED,
    endedAt: STARTED + end,
    sessions: [
      {
        ...session('playwright', 0, '1.65.1'),
        shard: { current: 1, total: 2 },
        ci,
        runUrl: 'https://tms.example.com/runs/812',
        runId: '812',
        problems: [
          {
            title: 'tests/e2e/returns.spec.ts can’t be loaded',
            detail:
              "SyntaxError: tests/e2e/returns.spec.ts: Unexpected token (14:8)\n\n  12 | test('a parcel comes back', async ({ page }) => {\n  13 |   await page.goto('/returns');\n> 14 |   await = page.click('Send back');\n     |         ^",
          },
        ],
        warnings: ['Option configurationId is not set: the default configuration is used.'],
        missingAttachments: 1,
      },
      { ...session('jest', 1, '30.2.0'), ci },
      { ...session('vitest', 2, '4.1.12'), ci },
      { ...session('mocha', 3, '11.7.4'), ci },
    ],
    failureGroups: [
      {
        message: 'Error: Timeout … ms exceeded while waiting for locator(…) to be visible',
        rows: timeouts,
        count: timeouts.length,
      },
      { message: 'AssertionError: expected the total … to equal …', rows: totals, count: totals.length },
      ...others.map((row) => ({
        message: (tests[row]?.body?.message ?? '').split('\n')[0] ?? '',
        rows: [row],
        count: 1,
      })),
    ].filter(({ count }) => count > 0),
    history: historyOf(tests, rowsWith),
    incomplete: ['One attachment of 1 session is missing: it was removed before it could be copied.'],
  };
}

function historyOf(
  tests: SampleTest[],
  rowsWith: (matches: (test: SampleTest) => boolean) => number[],
): NonNullable<RunData['history']> {
  const runs = Array.from({ length: 12 }, (_, index) => {
    const failed = tests.filter((test) => test.history?.[index] === 'F').length;
    return {
      startedAt: STARTED - (12 - index) * 5_400_000,
      durationMs: 38_000 + Math.round(steady('run', index) * 9_000),
      counts: {
        passed: tests.length - failed - 6,
        failed,
        blocked: 1,
        skipped: 5,
        flaky: Math.round(steady('f', index) * 3),
      },
      commit: `${Math.floor(steady('commit', index) * 2 ** 32).toString(16)}`,
      branch: index < 8 ? 'main' : 'feature/basket-vouchers',
    };
  });
  const changes = (test: SampleTest) =>
    [...(test.history ?? '')].filter((letter, index, all) => index > 0 && letter !== all[index - 1]).length;
  return {
    runs,
    newFailures: rowsWith((test) => test.outcome === 'F' && test.history?.at(-1) === 'P'),
    fixed: rowsWith((test) => test.outcome === 'P' && test.history?.at(-1) === 'F'),
    flakiest: tests
      .map((test, row) => ({ row, changes: changes(test) }))
      .filter((one) => one.changes > 1)
      .sort((a, b) => b.changes - a.changes)
      .slice(0, 10),
    slowest: tests
      .map((test, row) => ({ row, meanMs: Math.max(0, test.duration) }))
      .sort((a, b) => b.meanMs - a.meanMs)
      .slice(0, 10),
  };
}

const AREAS = [
  [
    'checkout',
    'Checkout',
    [
      'pays by card',
      'pays by invoice',
      'keeps the basket when the payment is declined',
      'shows the delivery date',
      'applies a voucher once',
      'asks for the address only once',
    ],
  ],
  [
    'search',
    'Search',
    [
      'finds a product by its name',
      'suggests while one types',
      'filters by colour and size',
      'says when nothing was found',
      'remembers the last searches',
    ],
  ],
  [
    'account',
    'Account',
    [
      'signs in',
      'signs out everywhere',
      'changes the password',
      'shows the orders of the last year',
      'deletes the account for good',
    ],
  ],
  [
    'product',
    'Product page',
    [
      'zooms into a picture',
      'changes the price with the size',
      'puts two of them into the basket',
      'shows what others bought',
    ],
  ],
] as const;

function* browserTests(): Generator<SampleTest> {
  const free = [0, 40, 90, 140];
  for (const [name, suite, titles] of AREAS) {
    for (const project of ['chromium', 'webkit']) {
      for (const [index, title] of titles.entries()) {
        const chance = steady(name, project, title);
        const duration = Math.round(400 + chance * 3_800);
        const worker = free.indexOf(Math.min(...free));
        const base: SampleTest = {
          session: 0,
          file: `tests/e2e/${name}.spec.ts`,
          suites: [suite, ...(index > 2 ? ['as a returning customer'] : [])],
          title,
          line: 8 + index * 14,
          project,
          worker,
          outcome: 'P',
          start: Math.round(free[worker] ?? 0),
          duration,
          history: 'PPPPPPPPPPPP',
          historyDurations: Array.from({ length: 12 }, (_, run) =>
            Math.round(duration * (0.8 + steady(title, run) * 0.4)),
          ),
        };
        const test = decorated(base);
        free[worker] = base.start + Math.max(0, test.duration) + 60;
        yield test;
      }
    }
  }
}

function decorated(test: SampleTest): SampleTest {
  const key = `${test.project} ${test.title}`;
  const steps = journey(test);
  switch (key) {
    case 'chromium pays by card':
      return paymentFailure(test);
    case 'webkit pays by card':
    case 'webkit changes the password':
    case 'chromium changes the password':
      return timeout(test);
    case 'chromium zooms into a picture':
      return screenshots(test);
    case 'chromium suggests while one types':
      return flaky(test);
    case 'webkit signs out everywhere':
      return {
        ...test,
        outcome: 'S',
        duration: -1,
        body: { message: 'WebKit keeps no session: see SHOP-812' },
        history: 'SSSSSSSSSSSS',
      };
    case 'webkit deletes the account for good':
      return {
        ...test,
        outcome: 'B',
        duration: -1,
        body: { message: 'Did not run.\n\nbeforeAll failed: the account can’t be made' },
      };
    case 'chromium shows the delivery date':
      return { ...test, history: 'PPPFPPFFPPPF', body: steps };
    default:
      return { ...test, body: steps };
  }
}

function paymentFailure(test: SampleTest): SampleTest {
  const expected =
    '{\n  "items": 3,\n  "currency": "EUR",\n  "discount": "10 %",\n  "total": "89.90",\n  "shipping": {\n    "method": "express",\n    "days": 2\n  }\n}';
  const actual =
    '{\n  "items": 3,\n  "currency": "EUR",\n  "discount": "0 %",\n  "total": "99.90",\n  "shipping": {\n    "method": "express",\n    "days": 2\n  },\n  "voucher": null\n}';
  const message =
    'Error: expect(received).toEqual(expected) // the total after the voucher\n\nThe total is 99.90, and 89.90 was expected.';
  const stack = `${message}\n    at tests/e2e/checkout.spec.ts:31:27\n    at applyVoucher (tests/e2e/pages/basket.ts:54:11)\n    at processTicksAndRejections (node:internal/process/task_queues:105:5)`;
  const error: ErrorView = {
    message,
    stack,
    expected,
    actual,
    codeFrame:
      "  29 |   await basket.applyVoucher('AUTUMN10');\n  30 |   const order = await basket.order();\n> 31 |   expect(order, 'the total after the voucher').toEqual(expected);\n     |                                                ^\n  32 |   await page.getByRole('button', { name: 'Pay' }).click();\n  33 | });",
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
      { name: 'video', contentType: 'video/webm', missing: 'It was removed before it could be copied.' },
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
    view: { errors: [error], earlier: [{ outcome: 'F', startedAt: at, endedAt: at + 700, errors: [earlierError] }] },
  };
}

function timeout(test: SampleTest): SampleTest {
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

function screenshots(test: SampleTest): SampleTest {
  const message = 'Error: expect(page).toHaveScreenshot(zoomed.png)\n\n  1843 pixels (ratio 0.02) are different.';
  const names = ['expected', 'actual', 'diff'];
  const colours: Colour[] = [
    [66, 99, 170],
    [66, 99, 205],
    [220, 40, 60],
  ];
  return {
    ...test,
    outcome: 'F',
    history: 'PPPPPPPPPPPP',
    files: names.map((name, index) => ({
      name: `zoomed-${name}.png`,
      contentType: 'image/png',
      content: shopPicture(colours[index]),
      ending: 'png',
    })),
    body: { ...journey(test, 3), message, attachments: names.map((_, index) => ({ id: placeholder(index) })) },
    view: { errors: [{ message }] },
  };
}

function flaky(test: SampleTest): SampleTest {
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

/** Setup, steps and teardown; the step with this number fails. */
function journey(
  test: SampleTest,
  failing = -1,
): { setupResults: StepResult[]; stepResults: StepResult[]; teardownResults: StepResult[] } {
  const at = STARTED + test.start;
  const part = Math.max(10, test.duration / 10);
  const titles = [
    'Open the shop',
    'Put three lamps into the basket',
    'Apply the voucher AUTUMN10',
    'Compare the total',
  ];
  return {
    setupResults: [
      step('beforeEach hook', at, part, 'Passed', {
        stepResults: [step('Fixture "browser"', at + 2, part / 3), step('Fixture "page"', at + part / 2, part / 4)],
      }),
    ],
    stepResults: titles.slice(0, failing < 0 ? 4 : failing + 1).map((title, index) => {
      const begin = at + part + index * part * 2;
      const fails = index === failing;
      return step(title, begin, part * 2, fails ? 'Failed' : 'Passed', {
        stepResults: [
          step(`page.goto(/${title.split(' ').at(-1)})`, begin + 4, part * 0.8),
          step(
            'expect.toBeVisible',
            begin + part,
            part * 0.7,
            fails ? 'Failed' : 'Passed',
            fails ? { description: 'Error: expect(received).toEqual(expected)' } : { parameters: { timeout: '5000' } },
          ),
        ],
      });
    }),
    teardownResults: [
      step('afterEach hook', at + part * 9, part * 0.8, 'Passed', {
        stepResults: [step('Fixture "page"', at + part * 9 + 3, part / 3)],
      }),
    ],
  };
}

function step(
  title: string,
  start: number,
  duration: number,
  outcome: StepResult['outcome'] = 'Passed',
  more: Partial<StepResult> = {},
): StepResult {
  return {
    title,
    startedOn: iso(Math.round(start)),
    completedOn: iso(Math.round(start + duration)),
    duration: Math.round(duration / 1000),
    outcome: outcome ?? 'Passed',
    ...more,
  };
}

const UNITS = {
  jest: ['src/price', ['price.test.ts', 'voucher.test.ts', 'tax.test.ts']],
  vitest: ['src/components', ['Basket.test.tsx', 'PriceTag.test.tsx', 'useVoucher.test.ts']],
  mocha: ['test/api', ['orders.js', 'stock.js']],
} as const;

function* unitTests(framework: keyof typeof UNITS, session: number): Generator<SampleTest> {
  const [folder, files] = UNITS[framework];
  let clock = 300 * session;
  for (const [place, name] of files.entries()) {
    const subject = name.split('.')[0] ?? '';
    for (let index = 0; index < 9; index++) {
      const duration = Math.round(3 + steady(name, index) ** 4 * 240);
      const fails = framework === 'mocha' && place === 0 && index === 4;
      const titles = [
        'adds up',
        'rounds half a cent up',
        'takes the country into account',
        'refuses a negative amount',
        'keeps the total of an order',
        'is stable when sorted',
        'survives an empty list',
        'warns about an unknown currency',
        'is fast enough for 10,000 items',
      ];
      const message = 'AssertionError: expected the total 119.9 to equal 109.9';
      yield {
        session,
        file: `${folder}/${name}`,
        suites: [subject, ...(index > 5 ? ['at the edges'] : [])],
        title: titles[index] ?? '',
        line: 5 + index * 9,
        worker: place % 2,
        outcome: fails ? 'F' : index === 7 && place === 1 ? 'S' : 'P',
        start: clock,
        duration,
        history: fails ? 'PPPPPPFFFFFF' : 'PPPPPPPPPPPP',
        historyDurations: Array.from({ length: 12 }, (_, run) =>
          Math.round(duration * (0.7 + steady(name, index, run) * 0.6)),
        ),
        ...(fails && {
          failureReason: 'ProductDefect' as const,
          body: { message, traces: `${message}\n    at Context.<anonymous> (test/api/orders.js:47:12)` },
          view: {
            errors: [
              {
                message,
                stack: `${message}\n    at Context.<anonymous> (test/api/orders.js:47:12)`,
                expected: '109.9',
                actual: '119.9',
                location: { file: 'test/api/orders.js', line: 47, column: 12 },
              },
            ],
          },
        }),
      };
      clock += duration + 6;
    }
  }
}

/** Something that looks like a page of the shop. */
function shopPicture(accent: Colour = [59, 91, 219]): Buffer {
  const boxes: Box[] = [
    [0, 0, 960, 56, [33, 37, 41]],
    [24, 18, 120, 20, [255, 255, 255]],
    [780, 14, 156, 28, accent],
  ];
  for (let index = 0; index < 3; index++) {
    const x = 24 + index * 312;
    boxes.push(
      [x, 88, 288, 300, [255, 255, 255]],
      [x + 16, 104, 256, 180, [222 - index * 12, 226, 230]],
      [x + 16, 300, 180, 14, [73, 80, 87]],
      [x + 16, 326, 90, 14, accent],
      [x + 200, 350, 72, 24, accent],
    );
  }
  boxes.push(
    [24, 420, 912, 2, [206, 212, 218]],
    [24, 446, 420, 14, [134, 142, 150]],
    [24, 474, 320, 14, [173, 181, 189]],
  );
  return picture(960, 540, [241, 243, 245], boxes);
}
