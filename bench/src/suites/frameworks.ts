import type { Framework } from '../peers/peer.js';

export const FRAMEWORKS: readonly Framework[] = ['playwright', 'jest', 'vitest', 'mocha'];
/** The package that a framework's version is that of. */
export const PACKAGES: Record<Framework, string> = {
  playwright: '@playwright/test',
  jest: 'jest',
  vitest: 'vitest',
  mocha: 'mocha',
};
