import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { FaultRule } from '@testpoint/reference-server';
import type { PartOptions, PartReport } from '../scenario/run-scenarios.js';
import { scriptedSuite } from '../scenario/scripted-suite.js';
import { ServiceUnderFire } from '../service/service-under-fire.js';
import { type Ending, passing } from '../suite/script.js';
import { SuiteProcess } from '../suite/suite-process.js';

/** Permanent faults of the service. */
const TROUBLES: [string, FaultRule | 'down' | 'silent'][] = [
  ['works', {}],
  ['is down', 'down'],
  ['refuses the key', { status: 401 }],
  ['is unavailable', { status: 503 }],
  ['asks to wait an hour', { status: 429, retryAfter: 3_600 }],
  ['asks to wait a second, again and again', { status: 429, retryAfter: 1 }],
  ['answers with web pages', { answer: 'html' }],
  ['cuts its answers short', { status: 503, answer: 'truncated' }],
  ['drips its answers', { drip: 1_000 }],
  ['never completes the run', { operation: ['completeRun', 'stopRun'], hang: 'before' }],
  ['never answers', { hang: 'before' }],
  ['accepts connections and sends nothing', 'silent'],
];

/** Number of tests in a suite whose end is measured. */
const TESTS = 2_000;
/** How much later a suite may end because of us, milliseconds. */
const LATEST = 6_000;
const EXIT_CODE = 3;

/** Measures how much later suites end with each of these services, with default settings, than without us. */
export async function runLateEnds({ folder, say }: Pick<PartOptions, 'folder' | 'say'>): Promise<PartReport> {
  const failures: string[] = [];
  let ran = 0;
  for (const ending of ['close', 'exit'] as const) {
    const alone = await timed(ending, { TMS_DISABLED: '1' }, join(folder, `${ending}-alone`));
    for (const [name, trouble] of TROUBLES) {
      const own = join(folder, `${ending}-${name}`.replace(/\W+/g, '-'));
      mkdirSync(own, { recursive: true });
      await using service = await ServiceUnderFire.start(own, 'any');
      await service.begin();
      const environment = service.environment(join(own, 'outbox'), await service.newRun());
      await spoil(service, trouble);
      const { took, code } = await timed(ending, { ...environment, TMS_FINISH: 'complete' }, own);
      const later = took - alone.took;
      const what = `the service ${name}, the suite ${ending === 'close' ? 'closes the session' : 'calls process.exit'}`;
      say(`${what}: ${(later / 1_000).toFixed(1)} s later than without us, exit code ${code}`);
      if (code !== EXIT_CODE) failures.push(`${what}: exit code ${code}`);
      if (later > LATEST) failures.push(`${what}: ${later} ms later than without us`);
      ran++;
    }
  }
  return { summary: `${ran} ends, ${failures.length} wrong`, ran, failures };
}

async function spoil(service: ServiceUnderFire, trouble: FaultRule | 'down' | 'silent'): Promise<void> {
  if (trouble === 'down') await service.proxy.goDown();
  else if (trouble !== 'silent') service.spoil({ rules: [trouble] });
  else service.spoil(undefined, () => ({ cut: { exchange: 1, of: 'request', afterBytes: 0, how: 'silence' } }));
}

async function timed(ending: Ending, environment: Record<string, string>, folder: string) {
  const tests = Array.from({ length: TESTS }, () => passing(0));
  const command = scriptedSuite({ name: 'long', tests, ending, exitCode: EXIT_CODE }).prepare(folder, environment);
  const begun = performance.now();
  const { code } = await new SuiteProcess(command).ended;
  return { took: performance.now() - begun, code };
}
