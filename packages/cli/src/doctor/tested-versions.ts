import type { Framework } from '../init/frameworks/framework.js';

/** The oldest version that works, and the newest tested version (docs/compatibility.md); major and minor. */
export const TESTED: Readonly<Record<Framework['name'], { oldest: string; newest: string }>> = {
  playwright: { oldest: '1.50', newest: '1.65' },
  jest: { oldest: '29.0', newest: '30.5' },
  vitest: { oldest: '3.2', newest: '5.1' },
  mocha: { oldest: '10.0', newest: '12.0' },
};

/** Whether a version is older than another, by major and minor. */
export function isOlder(version: string, than: string): boolean {
  const [major = 0, minor = 0] = numbers(version);
  const [thanMajor = 0, thanMinor = 0] = numbers(than);
  return major < thanMajor || (major === thanMajor && minor < thanMinor);
}

export function majorOf(version: string): number {
  return numbers(version)[0] ?? 0;
}

function numbers(version: string): number[] {
  return version.split(/[.-]/).map(Number);
}
