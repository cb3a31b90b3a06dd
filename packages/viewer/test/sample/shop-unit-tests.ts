import { placeholder, type SampleTest } from './sample-test.js';
import { steady } from './write-report.js';

const UNITS = {
  jest: ['src/price', ['price.test.ts', 'voucher.test.ts', 'tax.test.ts']],
  vitest: ['src/components', ['Basket.test.tsx', 'PriceTag.test.tsx', 'useVoucher.test.ts']],
  mocha: ['test/api', ['orders.js', 'stock.js']],
} as const;

const OWNERS = { jest: 'Team Price', vitest: 'Team Shop', mocha: 'Team Orders' } as const;

export function* unitTests(framework: keyof typeof UNITS, session: number): Generator<SampleTest> {
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
        body: { properties: { owner: OWNERS[framework], tags: index % 3 === 0 ? 'money, fast' : 'fast' } },
        ...(fails && {
          failureReason: 'ProductDefect' as const,
          body: {
            message,
            traces: `${message}\n    at Context.<anonymous> (test/api/orders.js:47:12)`,
            properties: { owner: OWNERS.mocha, tags: 'money' },
            attachments: [{ id: placeholder(0) }],
          },
          files: [
            {
              name: 'output.txt',
              contentType: 'text/plain',
              content: 'GET /orders/4711\nthe total was read from the cache',
              ending: 'txt',
            },
          ],
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
