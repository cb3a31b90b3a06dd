import { createRequire } from 'node:module';
import { join } from 'node:path';

/** The version of the running Jest, resolved from its root folder; 'unknown' if it is not found. */
export function jestVersion(rootDir: string): string {
  for (const from of [join(rootDir, 'package.json'), process.argv[1]]) {
    if (from === undefined) continue;
    for (const name of ['jest', '@jest/core']) {
      try {
        const { version }: { version: string } = createRequire(from)(`${name}/package.json`);
        return version;
      } catch {
        // Not found from there, or under this name.
      }
    }
  }
  return 'unknown';
}
