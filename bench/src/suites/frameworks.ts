import type { Framework } from '../peers/peer.js';

export const FRAMEWORKS: readonly Framework[] = ['playwright', 'jest', 'vitest', 'mocha'];
/** The package that defines a framework's version. */
export const PACKAGES: Record<Framework, string> = {
  playwright: '@playwright/test',
  jest: 'jest',
  vitest: 'vitest',
  mocha: 'mocha',
};
