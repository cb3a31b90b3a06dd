import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const PACKAGES = fileURLToPath(new URL('../../../', import.meta.url));
/** Code in the processes of tests and reporters. */
const FOLDERS = [
  ...['jest', 'mocha', 'playwright', 'vitest'].flatMap((name) => [`${name}/src/in-test`, `${name}/src/reporter`]),
  ...['built-ins', 'channel', 'in-test', 'outbox', 'result', 'session', 'settings'].map((name) => `core/src/${name}`),
];
/** Reading what a test or an earlier file may replace. What test processes inherit is written to `process.env`. */
const READS = /process\.(?:cwd\b|env\b(?!\[\w+\] = )|(?:on|once|addListener|prepend\w*)\()|\} = process\.env/;
/** Each with its reason. */
const MAY: Record<string, string> = {
  'jest/src/reporter/reporter.ts': 'restores what test processes inherit',
  'vitest/src/reporter/interruption.ts': 'restores Vitest’s own listeners',
};

test('the working folder, the environment and the events of the process are read in one place only', () => {
  const found = FOLDERS.flatMap((folder) =>
    readdirSync(join(PACKAGES, folder), { recursive: true, encoding: 'utf8' })
      .map((name) => `${folder}/${name.replaceAll('\\', '/')}`)
      .filter((file) => /(?<!\.test)\.ts$/.test(file) && READS.test(codeOf(file))),
  );
  expect(found.sort()).toEqual(Object.keys(MAY).sort());
});

function codeOf(file: string): string {
  return readFileSync(join(PACKAGES, file), 'utf8')
    .split('\n')
    .filter((line) => !/^\s*(?:\/\/|\/?\*)|delete process\.env/.test(line))
    .join('\n');
}
