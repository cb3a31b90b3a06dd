import { createRequire } from 'node:module';
import { join } from 'node:path';

/** The version of the running Jest, resolved from its root folder; 'unknown' if it is not found. */
export function jestVersion(rootDir: string): string {
  for (const place of [join(rootDir, 'package.json'), process.argv[1]]) {
    if (place === undefined) continue;
    for (const name of ['jest', '@jest/core']) {
      try {
        const { version }: { version: string } = createRequire(place)(`${name}/package.json`);
        return version;
      } catch {
        // Not found from this place, or under this name.
      }
    }
  }
  return 'unknown';
}
