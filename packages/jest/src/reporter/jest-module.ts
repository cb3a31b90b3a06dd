import { createRequire } from 'node:module';
import { join } from 'node:path';

/** A module of the running Jest, found from its root folder or its command; undefined if neither leads to it. */
export function jestModule(rootDir: string, ...names: readonly string[]): object | undefined {
  for (const from of [join(rootDir, 'package.json'), process.argv[1]]) {
    if (from === undefined) continue;
    for (const name of names) {
      try {
        return createRequire(from)(name);
      } catch {
        // Not found from there, or under this name.
      }
    }
  }
  return undefined;
}
