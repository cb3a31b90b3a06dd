import { join } from 'node:path';
import type { LegacyResult } from '@testpoint/interface';
import { expect, it } from 'vitest';
import { flush } from '../src/delivery/flush.js';
import { CONFIGURATION, deliverySettings, RUN } from './journals.js';
import { ReportFolder } from './report-folder.js';
import { expected, Suite } from './scripted-suite.js';
import { idsIn, takesLegacy, useStrictService } from './use-strict-service.js';

const start = useStrictService();
const PROBLEM = '  externalId (reporter options): "name" is not allowed.';

it.each(['close', 'exit'] as const)(
  'settings that stop recording are reported at the start and again at the end (%s)',
  async (ending) => {
    const suite = new Suite();
    const options = { externalId: 'name', report: true };
    const { code, errorOutput } = await suite.run('http://127.0.0.1:9', { tests: 1, ending, options });
    expect(code).toBe(ending === 'exit' ? 3 : 0);
    expect(errorOutput.split(PROBLEM)).toHaveLength(3);
    expect(errorOutput).toMatch(
      /^Testpoint: not reporting, the settings are wrong\n[\s\S]*\n\nTestpoint {2}nothing was reported/,
    );
    expect(suite.sessions()).toEqual([]);
  },
);

it.each([
  ['close', 1],
  ['exit', 3],
] as const)("wrong settings fail a run if onUndelivered is 'fail' (%s)", async (ending, expected) => {
  const options = { externalId: 'name', onUndelivered: 'fail' };
  const { code, errorOutput } = await new Suite().run('http://127.0.0.1:9', { tests: 1, ending, options });
  expect(code).toBe(expected);
  expect(errorOutput).toContain("That fails the run (onUndelivered: 'fail')");
});

it('with a wrong run and configuration, results are recorded and reported, and a flush fills in both', async () => {
  const tms = await start();
  const suite = new Suite();
  const options = { testRunId: 'run 7', configurationId: '7', report: true, onUndelivered: 'fail' };
  const { code, errorOutput } = await suite.run(tms.url, { tests: 3, ending: 'close', options, attachments: true });
  expect(code).toBe(1);
  expect(tms.requests).toEqual([]);
  expect(errorOutput).toMatch(
    /^Testpoint: results are recorded, but not delivered: the settings are wrong\n {2}testRunId \(reporter options\): "run 7" is not a GUID\..*\n {2}configurationId \(reporter options\): "7" is not a GUID\./,
  );
  expect(errorOutput).toMatch(
    /3 results not delivered: the settings are wrong\n {6}testRunId .*\n {6}configurationId .*\n {4}Once they are right, deliver with: npx testpoint flush .*\n {2}Report: file:/,
  );
  expect(new ReportFolder(join(suite.idRoot, 'testpoint-report')).titles).toHaveLength(3);
  const lacking = await flush({ directory: suite.outbox, settings: deliverySettings(tms.url, { testRunId: RUN }) });
  expect(lacking).toMatchObject({
    ...{ left: 3, isClean: false },
    sessions: [{ sent: 0, refused: 0, reason: 'no configuration is known: set TMS_CONFIGURATION_ID' }],
  });
  const settings = deliverySettings(tms.url, { testRunId: RUN, configurationId: CONFIGURATION });
  expect(await flush({ directory: suite.outbox, settings })).toMatchObject({ isClean: true, left: 0 });
  expect(idsIn(tms).sort()).toEqual(expected(3));
  expect(tms.results.every(({ runId, body }) => runId === RUN && body.configurationId === CONFIGURATION)).toBe(true);
  expect(tms.violations).toEqual([]);
  expect(suite.sessions()).toEqual([]);
});

it('with a wrong api, results wait for a flush that knows it, the plan and the configuration', async () => {
  const bodies: LegacyResult[] = [];
  const tms = await start(takesLegacy(bodies));
  const suite = new Suite();
  const options = { api: 'legcy', configurationId: undefined };
  const { code } = await suite.run(tms.url, { tests: 2, ending: 'close', options });
  expect(code).toBe(0);
  const changes = { api: 'legacy', testPlanGlobalId: 5, configurationGlobalId: 7 } as const;
  const settings = deliverySettings(tms.url, changes);
  expect(await flush({ directory: suite.outbox, settings })).toMatchObject({ isClean: true });
  expect(bodies).toMatchObject(Array(2).fill({ testRunId: RUN, testPlanGlobalId: 5, configurationGlobalId: 7 }));
});
