import type { SampleTest } from './sample-test.js';
import { flaky, paymentFailure, screenshots, timeout } from './shop-failures.js';
import { journey } from './shop-journey.js';
import { steady } from './write-report.js';

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

export function* browserTests(): Generator<SampleTest> {
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
