import type { AttachmentRecord, TestRecord } from '@testpoint/core';

const STEPS = ['open the shop', 'put a book into the basket', 'enter an address', 'pay by card', 'see the order'];
/** Start of the first test, epoch milliseconds. */
const BEGIN = Date.UTC(2026, 0, 1);

/** A passed test as a framework package records it. The number determines its title and its times. */
export function sampleRecord(number: number, steps: number, attachments: AttachmentRecord[] = []): TestRecord {
  const startedAt = BEGIN + number * 60;
  return {
    file: `tests/checkout/basket-${number % 20}.spec.ts`,
    titlePath: ['checkout', 'as a guest', `buys book number ${number} and gets a receipt`],
    line: 10 + (number % 400),
    status: 'passed',
    attempts: [
      {
        status: 'passed',
        startedAt,
        endedAt: startedAt + 57,
        errors: [],
        setup: [],
        body: STEPS.slice(0, steps).map((title, index) => ({
          title,
          startedAt: startedAt + index * 11,
          endedAt: startedAt + index * 11 + 10,
          status: 'passed',
        })),
        teardown: [],
        attachments,
      },
    ],
  };
}

export const CONFIGURATION = '11111111-2222-3333-4444-555555555555';
export const RUN = 'aaaaaaaa-bbbb-cccc-dddd-eeeeeeeeeeee';
/** The input of a session that reports into a given run. */
export function sampleSession(idRoot: string, url: string, options: Record<string, unknown> = {}) {
  return {
    ...{ framework: { name: 'bench' }, frameworkVersion: '1', idRoot },
    options: { url, secretKey: 'YmVuY2htYXJr', testRunId: RUN, configurationId: CONFIGURATION, ...options },
  };
}
