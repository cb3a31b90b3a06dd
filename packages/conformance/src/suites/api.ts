import { dialect } from './dialect.js';

const { afterEach, beforeEach, describe, test } = dialect;
const { attach, externalId, failureReason, link, message, parameter, property, step, testCase } = dialect;

describe('api', () => {
  test('attaches text and bytes', async () => {
    await attach('text', 'plain words: ünï 🧪');
    await attach('typed', '{"a":1}', 'application/json');
    const bytes = new Uint8Array([0, 255, 128, 10, 13]);
    const taken = attach('bytes', bytes);
    bytes.fill(1);
    await taken;
    await attach('empty', '');
  });

  test('attaches in the step in which it is called', async () => {
    await step('outer', async () => {
      await step('inner', () => attach('in the inner', 'a'));
      await attach('in the outer', 'b');
    });
    await attach('in the test', 'c');
  });

  describe('in hooks', () => {
    beforeEach('before', async () => {
      await attach('in a hook', 'd');
      await step('in a step of a hook', () => attach('deeper', 'e'));
      parameter('from', 'beforeEach');
    });
    afterEach('after', () => {
      property('from', 'afterEach');
      message('said after');
    });
    test('speaks of its test', () => {});
  });

  test('links', () => {
    link('https://example.org/related');
    link('https://example.org/blocker', { type: 'Blocked by', title: 'blocker', description: 'waits for it' });
    link('https://example.org/defect', { type: 'Defect' });
    link('https://example.org/issue', { type: 'Issue' });
    link('https://example.org/requirement', { type: 'Requirement' });
    link('example.org/repository', { type: 'Repository' });
    link('file:///no/domain', { title: 'a file' });
    link({ url: 'https://example.org/object', title: 'as one object', type: 'Issue', description: 'all in it' });
  });

  test('takes values of every kind', () => {
    const circle: Record<string, unknown> = { name: 'circle' };
    circle.self = circle;
    parameter('text', 'as it is');
    parameter('number', 3);
    parameter('object', { nested: { list: [1, 'b', null, true] } });
    parameter('circle', circle);
    parameter('big', 12345678901234567890n);
    parameter('nothing', undefined);
    parameter('map', new Map([['key', 1]]));
    parameter('date', new Date(0));
    parameter('twice', 'first');
    parameter('twice', 'second');
    property('team', 'blue');
    property('flags', ['a', 'b']);
  });

  test('says what people say', () => {
    message('looked at by hand');
    message('and found good');
    testCase(101, 102);
    failureReason('TestDefect');
  });

  test('has an id of its own', () => {
    externalId('CHECKOUT-1 > as given');
  });

  test('never fails because of what it is given', async () => {
    const hostile = {
      toString() {
        throw new Error('no words for this');
      },
      get value() {
        throw new Error('no value');
      },
    };
    parameter('hostile', hostile);
    const untyped = dialect as unknown as Record<string, (...given: unknown[]) => unknown>;
    for (const call of ['attach', 'link', 'parameter', 'property', 'message', 'externalId', 'testCase']) {
      await untyped[call]?.();
    }
    await untyped.attach?.('nothing');
    untyped.link?.({ title: 'leads nowhere' });
    untyped.testCase?.('abc', 101.5);
    await untyped.step?.('without a body');
    await untyped.step?.('without a body', { description: 'either' });
    await step('goes on', () => {});
  });
});
