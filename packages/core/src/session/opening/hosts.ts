import { terminalPalette as paint, printLines } from '../print.js';
import type { SessionHost } from '../session.js';

const TITLES = { playwright: 'Playwright', jest: 'Jest', vitest: 'Vitest', mocha: 'Mocha' } as const;
/** A framework, by the short name of its package. */
type Framework = keyof typeof TITLES;

/**
 * Prints one line if a reporter was loaded by a framework other than its own.
 * @param own the reporter's framework
 * @param args the arguments of its constructor
 * @returns whether another framework has loaded it; it then reports nothing
 */
export function isLoadedByOther(own: Framework, args: readonly unknown[]): boolean {
  const framework = frameworkOf(args[0]);
  if (framework === undefined || framework === own) return false;
  printLoadedBy(own, framework);
  return true;
}

/**
 * @param own the reporter's framework
 * @param framework the framework that has loaded the reporter
 */
export function printLoadedBy(own: Framework, framework: Framework): void {
  const title = TITLES[framework];
  printLines([
    paint.red(
      `Testpoint: not reporting: ${title} has loaded @testpoint/${own}, which is for ${TITLES[own]}. Use @testpoint/${framework} with ${title}.`,
    ),
  ]);
}

/** Why a framework's version is not supported by its package. */
export function describeTooOld({ framework, frameworkVersion, oldestVersion }: SessionHost): string | undefined {
  if (oldestVersion === undefined || !isOlder(frameworkVersion, oldestVersion)) return undefined;
  const title = TITLES[framework as Framework] ?? framework;
  return `${title} ${frameworkVersion} is too old. @testpoint/${framework} works with ${title} ${oldestVersion} and newer.`;
}

/** Each framework passes different arguments to a reporter's constructor. Vitest passes only the reporter's options. */
function frameworkOf(first: unknown): Framework | undefined {
  if (typeof first !== 'object' || first === null) return undefined;
  if ('suite' in first && 'on' in first && typeof first.on === 'function') return 'mocha';
  if ('rootDir' in first && 'maxWorkers' in first && 'reporters' in first) return 'jest';
  return 'configDir' in first && '_mode' in first ? 'playwright' : undefined;
}

/** Compares versions by major and minor. */
export function isOlder(version: string, than: string): boolean {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const [thanMajor = 0, thanMinor = 0] = than.split('.').map(Number);
  return major < thanMajor || (major === thanMajor && minor < thanMinor);
}
