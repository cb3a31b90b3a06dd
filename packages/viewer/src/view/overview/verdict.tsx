import {
  type Difference,
  frameworkAndVersion,
  headlineOf,
  runTimeIn,
  statesLine,
  toneOf,
} from '@testpoint/report/browser';
import type { RunData, SessionData } from '@testpoint/report/format';
import { listAddress } from '../../model/app-state.js';
import { type CiFact, ciFacts } from '../../model/ci-facts.js';
import { numberOf } from '../../model/outcome.js';
import { count, counted, isTime, moment } from '../../text/format-time.js';
import { shortGuid } from '../../text/short-guid.js';
import { Icon } from '../icons.js';
import { MaybeLink } from '../maybe-link.js';
import { OutsideLink } from '../outside-link.js';
import { runningFor } from '../running-for.js';
import { useReport } from '../use-report.js';

/** The outcome of the run in words, and where it ran. */
export function Verdict() {
  const { data } = useReport();
  const { run } = data;
  const facts = ciFacts(run);
  const sentences = sentencesOf(run);
  const isRunning = data.source.isUnderWay?.value === true;
  const isAwaited = run.rows === 0 && isRunning;
  return (
    <div class="verdict">
      <h1 class={toneOf(run)}>
        {isAwaited ? data.emptiness : headlineOf(run)}
        {isRunning && !isAwaited && ' so far'}
      </h1>
      {sentences.length > 0 && <p class="repeats">{sentences.join(' ')}</p>}
      <Environments run={run} />
      <Changes run={run} />
      {run.gate !== undefined && <Gate broken={run.gate.broken} />}
      <p class="facts row wrap">
        <span>
          <Icon name="clock" />
          {runningFor(run.startedAt, data) ?? runTimeIn(run)}
          {run.rows > 1 && <a href={listAddress({}, 'slowest')}>slowest tests</a>}
        </span>
        <span>
          <time dateTime={isTime(run.startedAt) ? new Date(run.startedAt).toISOString() : undefined}>
            {moment(run.startedAt)}
          </time>
        </span>
        <span>{counted(run.sessions.length, 'session')}</span>
        {facts.map((fact) => (
          <Fact key={fact.name} fact={fact} />
        ))}
      </p>
    </div>
  );
}

/** A line for each environment, if there are several: how it went there, and with which versions. */
function Environments({ run: { environments, byEnvironment = [], sessions } }: { run: RunData }) {
  if (environments.length < 2) return null;
  return (
    <ul class="environments">
      {byEnvironment.map(({ counts, sessions: own }, index) => {
        const name = environments[index] ?? '';
        return (
          <li key={name}>
            <a class="user" href={listAddress({ environment: name })} title={name}>
              {shortGuid(name)}
            </a>{' '}
            {statesLine(counts)}
            <span class="quiet user"> {versionsOf(own.flatMap((place) => sessions[place] ?? []))}</span>
          </li>
        );
      })}
    </ul>
  );
}

/** Each framework and machine once. Where an import ran says nothing about its tests. */
function versionsOf(sessions: readonly SessionData[]): string {
  const frameworks = sessions.map((session) => session.frameworkVersion && frameworkAndVersion(session));
  const machines = sessions.flatMap(({ importedFrom, machine: { os, node } = {} }) =>
    importedFrom === undefined ? [os, node && `Node ${node.replace(/^v/, '')}`] : [],
  );
  return [...new Set([...frameworks, ...machines])].filter(Boolean).join(', ');
}

/** What is new, fixed and still failing since the previous run: the one to compare with, or else the latest in the history. */
function Changes({ run: { history, comparison, counts: results } }: { run: RunData }) {
  const { app, data } = useReport();
  const before = data.source.before?.value;
  const list = before?.linkTo ?? ((kind: Difference) => app.link({ place: 'compare', list: kind }));
  const counts = comparison?.counts ?? before?.counts;
  let changes: (readonly [number: number, what: string, href: string | undefined])[] = [];
  if (counts !== undefined) {
    const kinds = ['new failures', 'fixed', 'still failing'] as const;
    changes = kinds.map((kind) => [counts[kind], kind, list(kind)]);
  } else if (history !== undefined && history.runs.length > 0) {
    const { newFailures, fixed, tests } = history;
    changes = [
      [tests?.newFailures ?? newFailures.length, 'new failures', listAddress({ change: 'new' })],
      [tests?.fixed ?? fixed.length, 'fixed', listAddress({ change: 'fixed' })],
      [
        tests?.stillFailing ?? Math.max(0, numberOf('failed', results) - newFailures.length),
        'still failing',
        undefined,
      ],
    ];
  }
  const startedAt = comparison?.startedAt ?? before?.startedAt;
  const had = before === undefined ? '' : `, which had ${counted(before.testPoints, 'test point')}`;
  if (changes.length === 0)
    return had === '' ? null : <p class="repeats">{`After the run of ${moment(startedAt ?? 0)}${had}.`}</p>;
  return (
    <p class="repeats changes">
      {startedAt === undefined ? 'Since the previous run' : `Since the run of ${moment(startedAt)}${had}`}:{' '}
      {changes.map(([number, what, href], index) => (
        <span key={what}>
          {index > 0 && ', '}
          <MaybeLink href={href}>
            {count(number)} {number === 1 ? what.replace('failures', 'failure') : what}
          </MaybeLink>
        </span>
      ))}
    </p>
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

function Fact({ fact: { name, value, href } }: { fact: CiFact }) {
  return (
    <span title={name}>
      {name === 'branch' && <Icon name="branch" />}
      <OutsideLink href={href}>{value}</OutsideLink>
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
