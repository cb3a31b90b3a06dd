import { CONFIGURATION, catalogOf, PLAN, PROJECT, testPointOf } from '../../../scripts/one-plan.js';

export const SECRET_KEY = 'YmVuY2g=';
const START = Date.UTC(2026, 0, 31, 12);

/** A catalog of this many test points, each with one autotest. */
export function catalogWith(testPoints: number) {
  return catalogOf(
    Array.from({ length: testPoints }, (_, index) => externalId(index)),
    SECRET_KEY,
  );
}

/** Body of CreateTestRun with the first test points. */
export function runOf(testPoints: number): Buffer {
  const points = Array.from({ length: testPoints }, (_, index) => testPointOf({ globalId: index + 1 }));
  return json({ projectGlobalId: PROJECT, testPlanGlobalId: PLAN, testPoints: points });
}

/** Bodies with one result for each of the first autotests, in arrays of `size`; about 1.5 KB per result. Each 50th fails, from `failing` on. */
export function resultsOf(autoTests: number, size: number, failing = 49): Buffer[] {
  const results = Array.from({ length: autoTests }, (_, index) => resultOf(index, index % 50 === failing));
  return Array.from({ length: Math.ceil(autoTests / size) }, (_, array) =>
    json(results.slice(array * size, (array + 1) * size)),
  );
}

/** The name of an autotest. */
export function externalId(index: number): string {
  return `tests/shop/checkout-${index % 100}.spec.ts > checkout > pays with card number ${index}`;
}

function resultOf(index: number, isFailed: boolean) {
  const outcome = isFailed ? 'Failed' : 'Passed';
  const step = (title: string, milliseconds: number, others: object = {}) => {
    return { title, outcome: 'Passed', ...time(index, milliseconds), ...others };
  };
  const articles = [step('Adds the article "Kettle, 1.7 l"', 100), step('Adds the article "Cup, white"', 100)];
  return {
    configurationId: CONFIGURATION.id,
    autoTestExternalId: externalId(index),
    outcome,
    ...(isFailed && { message: 'Expected: "paid"\nReceived: "declined"', failureReasonName: 'TestDefect' }),
    ...time(index, 1200),
    parameters: { browser: 'chromium', locale: 'en-GB' },
    properties: { file: `tests/shop/checkout-${index % 100}.spec.ts`, line: '42', worker: '3', attempt: '1' },
    stepResults: [
      step('Opens the shop', 300, { parameters: { url: 'https://shop.example.org/' } }),
      step('Puts three articles into the basket', 400, { stepResults: articles }),
      step('Pays with a card', 500, { outcome }),
    ],
    setupResults: [step('Makes a customer', 50)],
  };
}

function time(index: number, milliseconds: number) {
  const startedOn = new Date(START + index * 10).toISOString();
  const completedOn = new Date(START + index * 10 + milliseconds).toISOString();
  return { startedOn, completedOn, duration: Math.round(milliseconds / 1000) };
}

function json(value: unknown): Buffer {
  return Buffer.from(JSON.stringify(value));
}
