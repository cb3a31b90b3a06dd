import type { ServerOptions } from '@testpoint/reference-server';

type Catalog = Exclude<ServerOptions['catalog'], string | undefined>;

export const PROJECT = 1;
const PLAN = 5;
const CONFIGURATION = { globalId: 10, id: '5f0d9a0e-6f0e-4c7b-9d7e-0c5b8f3c7a10' };
const START = Date.UTC(2026, 0, 31, 12);

/** A project with one plan of this many test points, each with one autotest. */
export function catalogOf(testPoints: number): Catalog {
  const testCases = Array.from({ length: testPoints }, (_, index) => ({
    globalId: index + 1,
    projectGlobalId: PROJECT,
    autoTests: [externalId(index)],
  }));
  return {
    users: [{ userName: 'bench', secretKey: 'YmVuY2g=' }],
    projects: [{ globalId: PROJECT }],
    configurations: [{ ...CONFIGURATION, projectGlobalId: PROJECT }],
    testCases,
    testPlans: [{ globalId: PLAN, projectGlobalId: PROJECT, testPoints: testCases.map(pointOf) }],
  };
}

/** Body of CreateTestRun with the first test points. */
export function runOf(testPoints: number): Buffer {
  const points = Array.from({ length: testPoints }, (_, index) => pointOf({ globalId: index + 1 }));
  return json({ projectGlobalId: PROJECT, testPlanGlobalId: PLAN, testPoints: points });
}

/** Bodies with one result for each of the first autotests, in arrays of `size`; about 1.5 KB per result. */
export function resultsOf(autoTests: number, size: number): Buffer[] {
  const results = Array.from({ length: autoTests }, (_, index) => resultOf(index));
  return Array.from({ length: Math.ceil(autoTests / size) }, (_, array) =>
    json(results.slice(array * size, (array + 1) * size)),
  );
}

function pointOf({ globalId }: { globalId: number }) {
  return { configurationGlobalId: CONFIGURATION.globalId, testCaseGlobalId: globalId };
}

/** The name of an autotest. */
export function externalId(index: number): string {
  return `tests/shop/checkout-${index % 100}.spec.ts > checkout > pays with card number ${index}`;
}

function resultOf(index: number) {
  const isFailed = index % 50 === 49;
  return {
    configurationId: CONFIGURATION.id,
    autoTestExternalId: externalId(index),
    outcome: isFailed ? 'Failed' : 'Passed',
    ...(isFailed ? { message: 'Expected: "paid"\nReceived: "declined"', failureReasonName: 'TestDefect' } : {}),
    ...time(index, 1200),
    parameters: { browser: 'chromium', locale: 'en-GB' },
    properties: { file: `tests/shop/checkout-${index % 100}.spec.ts`, line: '42', worker: '3', attempt: '1' },
    stepResults: [
      {
        title: 'Opens the shop',
        outcome: 'Passed',
        ...time(index, 300),
        parameters: { url: 'https://shop.example.org/' },
      },
      {
        title: 'Puts three articles into the basket',
        outcome: 'Passed',
        ...time(index, 400),
        stepResults: [
          { title: 'Adds the article "Kettle, 1.7 l"', outcome: 'Passed', ...time(index, 100) },
          { title: 'Adds the article "Cup, white"', outcome: 'Passed', ...time(index, 100) },
        ],
      },
      { title: 'Pays with a card', outcome: isFailed ? 'Failed' : 'Passed', ...time(index, 500) },
    ],
    setupResults: [{ title: 'Makes a customer', outcome: 'Passed', ...time(index, 50) }],
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
