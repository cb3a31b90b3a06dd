import { mkdirSync } from 'node:fs';
import { runScenario } from '../scenario/run-scenario.js';
import { inWords, type PartReport } from '../scenario/run-scenarios.js';
import { scenarioOf } from '../scenario/scenario.js';
import { scriptedSuite } from '../scenario/scripted-suite.js';
import type { Verdict } from '../scenario/verdict.js';
import { ServiceUnderFire } from '../service/service-under-fire.js';
import { passing } from '../suite/script.js';

/** Two processes repeatedly flush the outbox of a running suite. Nothing fails, so nothing may arrive twice. */
export async function runFlushesBeside(tests: number, folder: string): Promise<PartReport & { verdict: Verdict }> {
  const suite = scriptedSuite({ name: 'beside', tests: Array.from({ length: tests }, () => passing(2)) });
  mkdirSync(folder, { recursive: true });
  await using service = await ServiceUnderFire.start(folder, suite.externalIds);
  const scenario = scenarioOf([suite], {
    settings: { batchSize: 10, flushInterval: 20 },
    events: [{ after: 1, do: { what: 'flush again and again' } }],
  });
  const verdict = await runScenario(scenario, service, folder);
  const summary = `two at a time, ${verdict.flushes} flushes while a suite runs: ${inWords(verdict)}`;
  return { summary, ran: verdict.expected, failures: verdict.problems, verdict };
}
