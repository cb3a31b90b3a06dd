import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { inProcess, suiteInProcess } from './in-process.js';

let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'testpoint-progress-'));
  writeFileSync(join(folder, 'junit.xml'), '<testsuite name="a"><testcase name="adds" time="1"/></testsuite>');
  await suiteInProcess([3], { TMS_REPORT: 'report' }, folder);
  return () => rmSync(folder, { recursive: true, force: true });
});

/** What a command prints on standard error; `<` where it removes its last line. @param age how long ago it began, milliseconds */
async function printed(args: readonly string[], isTTY: boolean, age: number, env = {}): Promise<string> {
  let text = '';
  const stderr = { isTTY, write: (piece: string) => (text += piece) };
  const settings = { TMS_REPORT: 'report', NO_COLOR: '1', ...env };
  const end = await inProcess(args, settings, folder, { stderr, startedAt: performance.now() - age });
  expect(end).toMatchObject({ code: 0 });
  return text.replaceAll('\r\u001b[2K', '<');
}

test.each([
  [['export', '--format', 'ctrf', '--out', 'ctrf.json', 'report'], ['<Exporting … 0 of 3 results<3 results exported']],
  [['report', 'report', '--out', 'other'], ['<Making the report …<3 results of 1 session']],
  [
    ['import', '--again', 'junit.xml'],
    [/<Importing from \. … 1 result</, /<Recording the results …</],
  ],
])('%j shows how far it is after two seconds, on a terminal outside of CI only', async (args, lines) => {
  const shown = await printed(args, true, 3_000);
  for (const line of lines) expect(shown).toMatch(line);
  for (const quiet of [
    await printed(args, false, 3_000),
    await printed(args, true, 3_000, { CI: 'true' }),
    await printed(args, true, 0),
  ])
    expect(quiet).not.toContain('…');
});
