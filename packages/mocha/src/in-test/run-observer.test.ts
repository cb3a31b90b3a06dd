import { CHANNEL_VARIABLE, openChannel } from '@testpoint/core/test-api';
import { afterEach, expect, it } from 'vitest';
import { RunObserver } from './run-observer.js';

class Runnable {
  readonly type = 'test';
  readonly __mocha_id__ = '1';
  readonly title = 'a test';
  readonly parent = { __mocha_id__: '0', title: '', tests: [], suites: [] };

  run(): string {
    return 'ran';
  }
}

class Unreadable extends Runnable {
  constructor() {
    super();
    Object.defineProperty(this, 'parent', {
      get: () => {
        throw new Error('no parent');
      },
    });
  }
}

class Runner {
  run(): void {}
}

afterEach(() => {
  delete process.env[CHANNEL_VARIABLE];
  openChannel(undefined);
});

it('a test runs even if it is frozen and can’t be observed', () => {
  // Nothing is written there, because an observer in the reporter's process sends nothing.
  process.env[CHANNEL_VARIABLE] = '/nowhere';
  new RunObserver(false).observe({ Runnable, Runner });
  expect(new Runnable().run()).toBe('ran');
  expect(new Unreadable().run()).toBe('ran');
});
