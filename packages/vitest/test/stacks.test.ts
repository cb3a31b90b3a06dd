import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { IS_LONG } from '../../../scripts/is-long.js';
import { type Report, Suite, useService } from './harness.js';

/**
 * Only frames of Vitest and of Node's timers may differ. With our hook, Vitest awaits one more function around each test,
 * which shows in stacks below code that follows an await.
 */
const VARYING = /\n +at (?:async .*@vitest[\\/]runner|\w.* \(node:internal[\\/]).*/g;

const service = useService();
let suite: Suite;
afterEach(() => suite.clean());

const ORDERS: [string, NodeJS.ProcessEnv][] = [['as they come', {}]];
const OTHER_ORDERS: typeof ORDERS = [
  ['without a time limit', { HOOK_TIMEOUT: '0' }],
  ['at once', { HOOKS: 'parallel' }],
  ['in the order of the file', { HOOKS: 'list' }],
];

it.each(IS_LONG ? [...ORDERS, ...OTHER_ORDERS] : ORDERS)(
  'with hooks %s, every stack is the same as without us',
  async (_, order) => {
    suite = new Suite('stacks', service.url);
    const env = { ...order, EVERY_STACK: join(suite.folder, 'stacks.json') };
    const stacks = () => parsed(readFileSync(env.EVERY_STACK, 'utf8'));
    const ours = { json: messagesOf((await suite.run({}, [], env)).report), stacks: stacks() };
    const bare = { json: messagesOf((await suite.run(false, [], env)).report), stacks: stacks() };
    expect(ours).toEqual(bare);
    expect(bare.json.length).toBeGreaterThan(40);
    expect(bare.json.filter((stack) => stack.split('\n    at ').length > 10).length).toBeGreaterThan(10);
    expect(bare.stacks).toMatchObject({
      'beforeAll (suite)': [
        { stack: expect.stringMatching('because'), cause: { stack: expect.stringMatching('deep') } },
      ],
    });
    expect((await suite.held()).length).toBeGreaterThan(30);
  },
);

function parsed(text: string): Record<string, unknown> {
  return JSON.parse(text, (_, value: unknown) => (typeof value === 'string' ? value.replace(VARYING, '') : value));
}

/** Failures from Vitest's JSON, each with the full name of its test. */
function messagesOf(report: Report | undefined): string[] {
  const tests = (report?.testResults ?? []).flatMap(({ assertionResults }) => assertionResults);
  return tests.flatMap(({ ancestorTitles, title, failureMessages }) =>
    failureMessages.map((message) => `${[...ancestorTitles, title].join(' > ')}: ${message.replace(VARYING, '')}`),
  );
}
