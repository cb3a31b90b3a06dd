import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readKnownFailures } from './known-failures.js';

it('a failure is known up to and including its last day', () => {
  const folder = mkdtempSync(join(tmpdir(), 'testpoint-known-'));
  try {
    const days = ['2026-11-28', '2026-11-29', '2026-11-30', undefined];
    const content = days.map((until, index) => ({ test: `${index}`, reason: 'a bug', until }));
    writeFileSync(join(folder, 'testpoint.known.json'), JSON.stringify(content));
    const known = [...readKnownFailures(folder, '2026-11-29').values()];
    expect(known.map(({ isExpired }) => isExpired)).toEqual([true, false, false, false]);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
