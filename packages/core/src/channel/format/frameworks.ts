/** A framework, by the short name of its package. */
export type Framework = 'playwright' | 'jest' | 'vitest' | 'mocha';

export const TITLES: Readonly<Record<Framework, string>> = {
  playwright: 'Playwright',
  jest: 'Jest',
  vitest: 'Vitest',
  mocha: 'Mocha',
};

export function isFramework(name: string | undefined): name is Framework {
  return name === 'playwright' || name === 'jest' || name === 'vitest' || name === 'mocha';
}
