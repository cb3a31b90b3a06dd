import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { flush } from '../src/delivery/flush.js';
import { makeReport } from '../src/report/make-report.js';
import { CONFIGURATION, deliverySettings, KEY, numbered, RUN, TestJournal } from './journals.js';
import { ReportFolder } from './report-folder.js';
import { runProcess } from './run-process.js';
import { Suite } from './scripted-suite.js';
import { idsIn, useStrictService } from './use-strict-service.js';

const ADAPTER = fileURLToPath(new URL('./secretive-adapter.mjs', import.meta.url));
/** Takes until the end of time for a text like the other. */
const SLOW = /(a+)+$/;
const TEXT = `${'a'.repeat(40)}!`;
const NAMED = 'Option redact[0] takes too long to search some texts';

const start = useStrictService();

/** Runs the suite in which every text contains the secrets. */
async function run(url: string, config: string, options: object = {}) {
  const idRoot = mkdtempSync(join(tmpdir(), 'testpoint-slow-'));
  writeFileSync(join(idRoot, 'testpoint.config.cjs'), `module.exports = { ${config} };\n`);
  const given = { url, secretKey: KEY, testRunId: RUN, configurationId: CONFIGURATION, ...options };
  const argument = { idRoot, options: given, secrets: [TEXT], inTitles: true };
  const ended = await runProcess([ADAPTER, Buffer.from(JSON.stringify(argument)).toString('base64')]);
  return { ...ended, idRoot };
}

describe('a pattern that can’t search a text in time', () => {
  it('masks texts and attachments whole and changes no id; the pattern is named once, and everything is delivered', async () => {
    const tms = await start();
    const { errorOutput, idRoot } = await run(tms.url, `redact: [${SLOW}]`, { report: true });
    expect(tms.violations).toEqual([]);
    expect(errorOutput).toMatch(/1 result: .* all delivered/);
    expect(tms.results).toMatchObject([{ body: { message: '***', traces: '***' } }]);
    expect(idsIn(tms)).toEqual([`file: ${TEXT}. > describe: ${TEXT}. > title: ${TEXT}.`]);
    expect(errorOutput.split(NAMED)).toHaveLength(2);
    expect(errorOutput).toContain(
      'Some external ids could not be searched for secrets in time, and are sent unchanged.',
    );
    for (const { name, content } of tms.attachments.values()) expect(`${name} ${content}`).not.toContain(TEXT);
    const report = new ReportFolder(join(idRoot, 'testpoint-report'));
    expect(report.run.rows).toBe(1);
    for (const file of report.files) expect(report.text(file)).not.toContain(TEXT);
  });

  it('sets no failure reason, is named, and everything is delivered', async () => {
    const tms = await start();
    const rule = `{ pattern: ${SLOW}, reason: 'TestDefect' }, { pattern: 'error: a', reason: 'ProductDefect' }`;
    const { errorOutput } = await run(tms.url, `failureReasons: [${rule}]`);
    expect(tms.results).toMatchObject([{ body: { failureReasonName: 'ProductDefect' } }]);
    expect(errorOutput).toContain('failureReasons[0].pattern takes too long to search some errors');
  });

  it('stops neither a flush nor a report', async () => {
    const tms = await start();
    const journal = new TestJournal();
    for (const id of numbered(15)) journal.resultWithFile(id, TEXT);
    const inputs = [journal.outbox];
    const directory = join(journal.outbox, 'report');
    const made = await makeReport({ inputs, directory, settings: { secretKey: KEY, redact: [SLOW] } });
    expect(made.slowPatterns).toEqual([expect.stringContaining(NAMED)]);
    const report = new ReportFolder(directory);
    expect(report.run.rows).toBe(15);
    const attached = report.files.filter((file) => file.startsWith('attachments'));
    expect(attached.map((file) => report.text(file))).toEqual(Array.from({ length: 15 }, () => '***'));

    const flushed = await flush({
      directory: journal.outbox,
      settings: deliverySettings(tms.url, { redact: [SLOW] }),
    });
    expect(flushed).toMatchObject({ isClean: true, slowPatterns: [expect.stringContaining(NAMED)] });
    expect(idsIn(tms).sort()).toEqual(numbered(15).sort());
    expect([...tms.attachments.values()].map(({ content }) => content.toString())).toEqual(['***']);
  });

  it('keeps the ids of different tests apart in a report', async () => {
    const journal = new TestJournal();
    for (const id of ['1', '2']) journal.result(TEXT + id);
    const other = new TestJournal();
    other.result(`${TEXT}3`);
    const directory = join(journal.outbox, 'report');
    const inputs = [journal.outbox, other.outbox];
    const { run: made } = await makeReport({ inputs, directory, settings: { secretKey: KEY, redact: [SLOW] } });
    expect(made.rows).toBe(3);
  });

  it.skipIf(process.platform === 'win32')('does not end a process without free descriptors', async () => {
    const tms = await start();
    const suite = new Suite();
    // No search of this pattern is slow, but only a limit of time makes sure of that.
    writeFileSync(join(suite.idRoot, 'testpoint.config.cjs'), 'module.exports = { redact: [/(?:\\w+ )+secret/] };\n');
    const script = { tests: 20, ending: 'close', attachments: true, takesDescriptors: 'in the middle' } as const;
    const { code, errorOutput } = await suite.run(tms.url, script, {}, '-n 64');
    expect(errorOutput).toMatch(/20 results: .* all delivered/);
    expect(code).toBe(0);
  });
});
