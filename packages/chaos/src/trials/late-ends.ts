import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { scriptedSuite } from '../scenario/scripted-suite.js';
import { CONFIGURATION, PLAN } from '../service/catalog.js';
import { ServiceUnderFire } from '../service/service-under-fire.js';
import { type Ending, passing, UNDISTURBED } from '../suite/script.js';
import { SuiteProcess } from '../suite/suite-process.js';

/** How much later a suite ends because of us. */
export interface LateEnd {
  /** A description of the service and of the suite's ending. */
  what: string;
  /** Milliseconds, compared with a suite that reports nothing. */
  later: number;
  code: number | null;
}

/** Permanent faults of the service, and how to cause them. */
const TROUBLES: [string, (service: ServiceUnderFire) => void | Promise<void>][] = [
  ['works', () => {}],
  ['is down', (service) => service.proxy.goDown()],
  ['refuses the key', (service) => service.spoil({ rules: [{ status: 401 }] }, () => undefined)],
  ['is unavailable', (service) => service.spoil({ rules: [{ status: 503 }] }, () => undefined)],
  [
    'asks to wait an hour',
    (service) => service.spoil({ rules: [{ status: 429, retryAfter: 3_600 }] }, () => undefined),
  ],
  [
    'asks to wait a second, again and again',
    (service) => service.spoil({ rules: [{ status: 429, retryAfter: 1 }] }, () => undefined),
  ],
  ['answers with web pages', (service) => service.spoil({ rules: [{ answer: 'html' }] }, () => undefined)],
  [
    'cuts its answers short',
    (service) => service.spoil({ rules: [{ status: 503, answer: 'truncated' }] }, () => undefined),
  ],
  ['drips its answers', (service) => service.spoil({ rules: [{ drip: 1_000 }] }, () => undefined)],
  [
    'never completes the run',
    (service) => service.spoil({ rules: [{ operation: ['completeRun', 'stopRun'], hang: 'before' }] }, () => undefined),
  ],
  ['never answers', (service) => service.spoil({ rules: [{ hang: 'before' }] }, () => undefined)],
  [
    'accepts connections and sends nothing',
    (service) =>
      service.spoil(undefined, () => ({ cut: { exchange: 1, of: 'request', afterBytes: 0, how: 'silence' } })),
  ],
];

/** Measures how much later suites end with each of these services, with default settings. */
export async function measureLateEnds(tests: number, folder: string): Promise<LateEnd[]> {
  const ends: LateEnd[] = [];
  for (const ending of ['close', 'exit'] as const) {
    const alone = await timed(tests, ending, undefined, join(folder, `${ending}-alone`));
    for (const [trouble, spoil] of TROUBLES) {
      const own = join(folder, `${ending}-${trouble}`.replace(/\W+/g, '-'));
      mkdirSync(own, { recursive: true });
      await using service = await ServiceUnderFire.start(own, 'any');
      await service.begin();
      const runId = await service.newRun([]);
      await spoil(service);
      const { took, code } = await timed(tests, ending, { service, runId }, own);
      const what = `the service ${trouble}, the suite ${ending === 'close' ? 'closes the session' : 'calls process.exit'}`;
      ends.push({ what, later: took - alone.took, code });
    }
  }
  return ends;
}

async function timed(
  tests: number,
  ending: Ending,
  into: { service: ServiceUnderFire; runId: string } | undefined,
  folder: string,
): Promise<{ took: number; code: number | null }> {
  const suite = scriptedSuite({
    ...UNDISTURBED,
    name: 'long',
    tests: Array.from({ length: tests }, () => passing(0)),
    ending,
    exitCode: 3,
  });
  const environment: Record<string, string> =
    into === undefined
      ? { TMS_DISABLED: '1' }
      : {
          TMS_URL: into.service.url,
          TMS_SECRET_KEY: into.service.secretKey,
          TMS_CONFIGURATION_ID: CONFIGURATION.id,
          TMS_TEST_PLAN_GLOBAL_ID: `${PLAN}`,
          TMS_TEST_RUN_ID: into.runId,
          TMS_FINISH: 'complete',
          TMS_OUTBOX_DIR: join(folder, 'outbox'),
        };
  const command = suite.prepare(folder, environment);
  const begun = performance.now();
  const { code } = await new SuiteProcess(command, () => {}).ended;
  return { took: performance.now() - begun, code };
}
