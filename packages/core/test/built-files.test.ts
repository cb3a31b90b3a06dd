import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { outputOf } from '../../../scripts/processes.mjs';
import { SHIELDED_NAMES } from '../src/built-ins/shielded-names.js';

/** The built files for processes in which tests or reporters run. */
const ENTRIES = [
  ...[
    'core/dist/index',
    'core/dist/adapter',
    'core/dist/api',
    'core/dist/test-api',
    'jest/build/index',
    'jest/build/api',
    'jest/build/setup',
  ],
  ...['jest/build/per-sandbox', 'vitest/dist/index', 'vitest/dist/api', 'vitest/dist/observe', 'mocha/dist/index'],
  ...['mocha/dist/api', 'mocha/dist/setup', 'playwright/dist/index', 'playwright/dist/api'],
];

const PACKAGES = fileURLToPath(new URL('../..', import.meta.url));
/** A Node module that is looked up at the time of a call, or bound like an import. */
const UNCAPTURED = /^.*(?:require\("(?:node:\w+|url|fs|path)"\)|from "node:|import "node:|\bnode_\w+\.).*$/gm;
/** The path of this file itself, requested while it loads. */
const OWN_PLACE = /^(?!\t).*require\("url"\)\.pathToFileURL\(__filename\)|typeof __filename === "string" \?/;

describe('the built files', () => {
  const files = [
    ...new Set(
      ENTRIES.flatMap((entry) => ['.js', '.cjs'].flatMap((end) => withImports(entry + end))).concat(
        withImports('vitest/dist/setup.js'),
      ),
    ),
  ];

  it('exist', () => {
    for (const entry of ENTRIES) expect(files).toContain(join(PACKAGES, `${entry}.cjs`));
    expect(files.length).toBeGreaterThan(2 * ENTRIES.length);
  });

  it.each(files.map((file) => file.slice(PACKAGES.length)))(
    '%s has captured everything it needs from Node at load',
    (file) => {
      const lines = readFileSync(join(PACKAGES, file), 'utf8').match(UNCAPTURED) ?? [];
      expect(lines.filter((line) => !OWN_PLACE.test(line))).toEqual([]);
    },
  );

  it.each(['core/dist/adapter', 'core/dist/test-api', 'mocha/dist/index'])(
    '%s loads without node:crypto, which takes milliseconds',
    async (entry) => {
      const loaded = `require(${JSON.stringify(join(PACKAGES, `${entry}.cjs`))}); console.log(process.moduleLoadList.join())`;
      const modules = (await outputOf(process.execPath, ['-e', loaded])).split(',');
      expect(modules).toContain('NativeModule fs');
      expect(modules).not.toContain('NativeModule crypto');
    },
  );

  it('compare each shielded name with the prototypes, without a loop', () => {
    const withShield = files
      .map((file) => readFileSync(file, 'utf8'))
      .filter((code) => code.includes('function isTainted('));
    // Core's own, and a copy in each adapter.
    expect(withShield.length).toBeGreaterThan(4);
    for (const code of withShield) {
      const checked = [...code.matchAll(/["'`](\w+)["'`] in OBJECT\b/g)].map(([, name]) => name);
      expect(new Set(checked)).toEqual(new Set(SHIELDED_NAMES));
    }
  });
});

/** The file and everything loaded with it. */
function withImports(entry: string, seen = new Set<string>()): string[] {
  const file = join(PACKAGES, entry);
  if (seen.has(file) || !existsSync(file)) return [];
  seen.add(file);
  for (const [, path = ''] of readFileSync(file, 'utf8').matchAll(
    /^(?:import\b.*|.*= )?(?:from |require\()?"(\.\/[^"]+)"/gm,
  )) {
    withImports(join(dirname(entry), path), seen);
  }
  return [...seen];
}
