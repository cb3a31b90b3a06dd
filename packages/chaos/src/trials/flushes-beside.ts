import { inWords, type PartReport, runScenarios } from '../scenario/run-scenarios.js';
import { scenarioOf } from '../scenario/scenario.js';
import { scriptedSuite } from '../scenario/scripted-suite.js';
import { passing } from '../suite/script.js';

/** Two processes repeatedly flush the outbox of a running suite. Nothing fails, so nothing may arrive twice. */
export async function runFlushesBeside(tests: number, folder: string): Promise<PartReport> {
  const suite = scriptedSuite({ name: 'beside', tests: Array.from({ length: tests }, () => passing(2)) });
  const scenario = scenarioOf([suite], {
    settings: { batchSize: 10 },
    events: [{ after: 1, do: { what: 'flush again and again' } }],
  });
  const options = { atOnce: 1, folder };
  const { failures, totals, verdicts } = await runScenarios([{ name: 'beside', scenario }], suite.externalIds, options);
  const flushes = verdicts.get('beside')?.flushes ?? 0;
  const summary = `two at a time, ${flushes} flushes while a suite runs: ${inWords(totals)}`;
  if (flushes < 2) failures.push('the suite was over before both processes had flushed');
  return { summary, ran: totals.expected, failures };
}
