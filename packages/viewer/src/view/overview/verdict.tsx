import type { Counts, RunData } from '@testpoint/report/format';
import { listAddress } from '../../model/app-state.js';
import { type CiFact, ciFacts } from '../../model/ci-facts.js';
import { numberOf } from '../../model/outcome.js';
import { counted, duration, moment } from '../../text/format-time.js';
import { Icon } from '../icons.js';
import { useReport } from '../use-report.js';

/** The outcome of the run in words, and where it ran. */
export function Verdict() {
  const { data } = useReport();
  const { run } = data;
  const facts = ciFacts(run);
  const sentences = sentencesOf(run);
  return (
    <div class="verdict">
      <h1 class={toneOf(run)}>{headlineOf(run)}</h1>
      {sentences.length > 0 && <p class="repeats">{sentences.join(' ')}</p>}
      {run.gate !== undefined && <Gate broken={run.gate.broken} />}
      <p class="facts">
        <span>
          <Icon name="clock" />
          {duration(run.endedAt - run.startedAt)}
          {run.rows > 1 && <a href={listAddress({}, 'slowest')}>slowest tests</a>}
        </span>
        <span>
          <time dateTime={isoOf(run.startedAt)}>{moment(run.startedAt)}</time>
        </span>
        <span>{counted(run.sessions.length, 'session')}</span>
        {facts.map((fact) => (
          <Fact key={fact.name} fact={fact} />
        ))}
      </p>
    </div>
  );
}

/** Whether the run is good enough by the rules of the option `gate`. */
function Gate({ broken }: NonNullable<RunData['gate']>) {
  if (broken.length === 0) return <p class="repeats">The gate is open: all rules hold.</p>;
  return (
    <p class="repeats">
      <strong>The gate is closed.</strong>{' '}
      <span class="user">{broken.map(({ rule, what }) => `${rule}: ${what}`).join('; ')}</span>
    </p>
  );
}

export function titleOf(run: RunData): string {
  return `${headlineOf(run)} – test report`;
}

function Fact({ fact: { name, value, href } }: { fact: CiFact }) {
  return (
    <span class="user" title={name}>
      {name === 'branch' && <Icon name="branch" />}
      {href === undefined ? (
        value
      ) : (
        <a href={href} rel="noreferrer noopener" target="_blank">
          {value}
        </a>
      )}
    </span>
  );
}

/** What the headline leaves out: tests that failed before they passed, and environments. */
function sentencesOf({ tests: counts, environments, counts: results }: RunData): string[] {
  const { flaky, passedOnRerun, passedLater } = counts;
  const sentences: string[] = [];
  if (environments.length > 1) {
    const [failedResults, failedTests] = [numberOf('failed', results), numberOf('failed', counts)];
    const failed = failedResults > failedTests ? `, with ${counted(failedResults, 'failed result')}` : '';
    sentences.push(`In ${environments.length} environments${failed}.`);
  }
  if (flaky > 0) sentences.push(`${counted(flaky, 'test')} passed only on a later attempt.`);
  if (passedOnRerun > 0) sentences.push(`${counted(passedOnRerun, 'test')} failed and passed on a rerun.`);
  if (passedLater > 0) sentences.push(`${counted(passedLater, 'test')} failed and passed on a later run.`);
  return sentences;
}

/** Known failures stand beside what counts. */
function headlineOf(run: RunData): string {
  const { known = 0 } = run.tests;
  return known === 0 ? countedHeadline(run) : `${countedHeadline(run)}, ${counted(known, 'known failure')}`;
}

function countedHeadline({ tests: counts, sessions, rows }: RunData): string {
  const failed = numberOf('failed', counts);
  const problems = sessions.reduce((sum, session) => sum + session.problems.length, 0);
  if (failed > 0) return `${counted(failed, 'test')} failed`;
  if (problems > 0) return `${counted(problems, 'problem')} outside of tests`;
  if (rows === 0) return 'No tests ran';
  if (counts.blocked > 0) return `${counted(counts.blocked, 'test')} did not run`;
  if (counts.passed === 0 && counts.known === undefined) return 'Every test was skipped';
  return passedHeadline(counts);
}

function passedHeadline({ passed, skipped, known = 0 }: Counts): string {
  if (skipped + known > 0) return `${counted(passed, 'test')} passed`;
  return passed === 1 ? '1 test passed' : `All ${counted(passed, 'test')} passed`;
}

function toneOf({ counts, sessions, rows }: RunData): string {
  if (numberOf('failed', counts) > 0 || sessions.some(({ problems }) => problems.length > 0)) return 'failed';
  return counts.blocked > 0 || rows === 0 ? 'blocked' : 'passed';
}

function isoOf(time: number): string | undefined {
  return Number.isFinite(time) && Math.abs(time) < 8.64e15 ? new Date(time).toISOString() : undefined;
}
