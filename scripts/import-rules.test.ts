import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import configuration from './import-rules.mjs';
import { run } from './processes.mjs';

/** A file, the file or module that it imports, and the kind of import. */
type Planted = [from: string, to: string, how?: 'type'];

/** Imports that break each rule. No other violations may be found. */
const VIOLATIONS: Record<string, Planted[]> = {
  'no-cycles': [['packages/core/src/result/one.ts', 'packages/core/src/result/other.ts']],
  'source-imports-no-test': [['packages/core/src/result/tested.ts', 'packages/core/test/sample.ts']],
  'packages-by-their-entries': [['packages/cli/src/run.ts', 'packages/core/src/outbox/write/journal.ts']],
  'core-knows-no-framework': [
    ['packages/core/src/result/translate.ts', 'packages/jest/src/index.ts'],
    ['packages/core/src/session/mocha.ts', 'mocha', 'type'],
  ],
  'frameworks-by-the-registry': [['packages/cli/src/describe.ts', 'packages/jest/src/description.ts']],
  'labs-by-the-registry': [['packages/jest/src/reporter/column.ts', 'packages/jest/lab/columns.ts']],
  'descriptions-are-pure': [['packages/mocha/src/description.ts', 'packages/mocha/src/versions.ts']],
  'reporters-load-no-registry': [['packages/jest/src/reporter/hosts.ts', 'packages/frameworks/src/commands.ts']],
  'in-test-imports-no-reporter': [
    ['packages/mocha/src/in-test/setup.ts', 'packages/mocha/src/reporter/reporter.ts'],
    ['packages/vitest/src/in-test/observed.ts', 'packages/vitest/src/reporter/errors.ts', 'type'],
  ],
  'in-test-imports-no-core': [['packages/playwright/src/in-test/api.ts', 'packages/core/src/index.ts']],
  'test-api-loads-in-browsers': [
    ['packages/core/src/in-test/state.ts', 'node:async_hooks'],
    ['packages/core/src/channel/write/writer.ts', 'node:fs'],
  ],
  'built-ins-import-nothing': [['packages/core/src/built-ins/shield.ts', 'packages/core/src/result/text/text.ts']],
  'adapter-delivers-nothing': [['packages/jest/src/reporter/sender.ts', 'packages/core/src/service/index.ts']],
  'main-thread-loads-no-thread-code': [
    ['packages/core/src/session/link.ts', 'packages/core/src/delivery/delivery.ts'],
    ['packages/core/src/outbox/write/journal-writer.ts', 'packages/core/src/outbox/read/journal-reader.ts'],
    ['packages/core/src/session/view.ts', 'packages/report/src/index.ts'],
  ],
  'main-thread-loads-no-network': [
    ['packages/core/src/session/print.ts', 'node:net'],
    ['packages/vitest/src/reporter/reporter.ts', 'node:https'],
  ],
  'thread-imports-no-session': [
    ['packages/core/src/delivery/thread.ts', 'packages/core/src/session/session.ts', 'type'],
  ],
  'report-imports-only-interface': [['packages/report/src/run/rows.ts', 'packages/core/src/service/index.ts', 'type']],
  'server-imports-only-interface-and-report': [
    ['packages/reference-server/src/results.ts', 'packages/core/src/index.ts'],
  ],
  'database-loads-no-schemas': [
    ['packages/reference-server/src/database/sqlite/results.ts', 'packages/interface/src/index.ts'],
  ],
};

/** Similar imports that are allowed. */
const ALLOWED: Planted[] = [
  // The other half of the cycle, which is found once.
  ['packages/core/src/result/other.ts', 'packages/core/src/result/one.ts', 'type'],
  ['packages/core/src/session/protocol.ts', 'packages/core/src/delivery/delivery.ts', 'type'],
  ['packages/core/src/session/shown.ts', 'packages/report/src/format.ts'],
  ['packages/report/src/reasons.ts', 'packages/interface/src/constants.ts'],
  ['packages/core/src/in-test/records.ts', 'packages/core/src/model.ts', 'type'],
  ['packages/core/src/built-ins/files.ts', 'node:fs', 'type'],
  ['packages/core/src/delivery/intake.ts', 'packages/core/src/outbox/read/journal-reader.ts'],
  ['packages/core/src/result/text/text.test.ts', 'packages/core/test/sample.ts'],
  ['packages/jest/src/reporter/observed.ts', 'packages/jest/src/in-test/setup.ts'],
  ['packages/jest/src/in-test/setup.ts', 'packages/core/src/in-test/index.ts'],
  ['packages/jest/src/reporter/session.ts', 'packages/core/src/adapter.ts'],
  ['packages/reference-server/src/database/store.ts', 'packages/interface/src/index.ts', 'type'],
  ['packages/jest/src/reporter/host.ts', 'packages/frameworks/src/index.ts'],
  ['packages/frameworks/src/all.ts', 'packages/vitest/src/description.ts'],
  ['packages/reference-server/src/database/weights.ts', 'packages/interface/src/constants.ts'],
];

const root = fileURLToPath(new URL('..', import.meta.url));
const project = mkdtempSync(join(tmpdir(), 'testpoint-imports-'));
let found: string[];

beforeAll(async () => {
  copyFileSync(join(root, 'tsconfig.json'), join(project, 'tsconfig.json'));
  plant([...Object.values(VIOLATIONS).flat(), ...ALLOWED]);
  found = await violations();
});
afterAll(() => rmSync(project, { recursive: true }));

describe('an import that breaks a rule is found', () => {
  it.each(configuration.forbidden ?? [])('$name: $comment', ({ name }) => {
    const planted = VIOLATIONS[name ?? ''] ?? [];
    expect(planted).not.toEqual([]);
    expect(found.filter((violation) => violation.startsWith(`${name}: `)).sort()).toEqual(
      planted.map(([from, to]) => `${name}: ${from} -> ${target(to)}`).sort(),
    );
  });
});

it('no other import is reported', () => {
  expect(found).toHaveLength(Object.values(VIOLATIONS).flat().length);
});

function plant(imports: readonly Planted[]): void {
  const files = new Map<string, string>();
  for (const [from, to, how] of imports) {
    if (isFile(to) && !files.has(target(to))) files.set(target(to), 'export const x = 1;\n');
    const specifier = isFile(to) ? `./${relative(dirname(from), target(to)).replace(/\.ts$/, '.js')}` : to;
    const line =
      how === 'type' ? `export type * from '${specifier}';\n` : `import * as x from '${specifier}';\nconsole.log(x);\n`;
    files.set(from, `${line}${files.get(from) ?? ''}`);
  }
  for (const [file, text] of files) {
    mkdirSync(dirname(join(project, file)), { recursive: true });
    writeFileSync(join(project, file), text);
  }
}

async function violations(): Promise<string[]> {
  const command = join(root, 'node_modules', 'dependency-cruiser', 'bin', 'dependency-cruise.mjs');
  const parameters = ['--config', join(root, 'scripts', 'import-rules.mjs'), '--output-type', 'json', 'packages'];
  // The exit code is the number of violations.
  const { stdout } = await run(process.execPath, [command, ...parameters], { cwd: project });
  const report: { summary: { violations: { rule: { name: string }; from: string; to: string }[] } } =
    JSON.parse(stdout);
  return report.summary.violations.map(({ rule, from, to }) => `${rule.name}: ${from} -> ${to}`);
}

function isFile(to: string): boolean {
  return to.startsWith('packages/');
}

/** The target of an import, as dependency-cruiser writes it. */
function target(to: string): string {
  return isFile(to) ? join(to) : to.replace(/^node:/, '');
}
