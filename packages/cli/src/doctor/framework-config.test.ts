import { FRAMEWORKS } from '@testpoint/frameworks/commands';
import { afterEach, expect, test, vi } from 'vitest';
import { invocationOf } from '../../test/in-process.js';
import { runIn } from '../invocation.js';
import { evaluateConfig } from './framework-config.js';

afterEach(() => void vi.useRealTimers());

test('a configuration that loads slowly is called slow, and its process is ended', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  const folder = import.meta.dirname;
  const evaluated = runIn(invocationOf({ args: [], folder, env: process.env }), () =>
    evaluateConfig(folder, FRAMEWORKS[0] as (typeof FRAMEWORKS)[0], undefined),
  );
  vi.advanceTimersByTime(30_000);
  expect(await evaluated).toEqual({ failed: 'takes longer than 30 s to load' });
});
