import { expect, test } from 'vitest';
import { Delays } from './delays.js';

const HOUR = 3_600_000;

test('failures of an address delay its next tries, until an hour has passed without one', () => {
  const delays = new Delays();
  const places = ['192.0.2.1', '192.0.2.1 ada'] as const;
  const office = ['192.0.2.1', '192.0.2.1 bob'] as const;
  for (let count = 0; count < 21; count++) delays.failed(places, 0);
  expect(delays.left(office, 0)).toBe(1000);
  delays.failed(office, HOUR - 1);
  expect(delays.left(office, HOUR - 1)).toBe(2000);
  delays.failed(office, 3 * HOUR);
  expect(delays.left(office, 3 * HOUR)).toBe(0);
});
