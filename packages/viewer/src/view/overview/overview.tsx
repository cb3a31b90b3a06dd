import type { Counts } from '@testpoint/report/format';
import { listAddress } from '../../model/app-state.js';
import { type OutcomeWord, outcomeWords } from '../../model/filter.js';
import { lookWord, numberOf, totalOf } from '../../model/outcome.js';
import { count } from '../../text/format-time.js';
import { OutcomeIcon } from '../icons.js';
import { KnownFailures } from '../known-failure.js';
import { useReport } from '../use-report.js';
import { FailureGroups } from './failure-groups.js';
import { Problems } from './problems.js';
import { Sessions } from './sessions.js';
import { Tape } from './tape.js';
import { Verdict } from './verdict.js';

/** The first screen: the outcome of the run, its failures, and where it ran. */
export function Overview() {
  const { data } = useReport();
  const { run } = data;
  return (
    <div class="page">
      <Verdict />
      <Tape />
      <ul class="counters" aria-label="Tests by outcome">
        {outcomeWords(run).map((word) => (
          <Counter key={word} word={word} counts={run.tests} />
        ))}
      </ul>
      <Problems run={run} />
      <FailureGroups />
      <KnownFailures />
      <Sessions run={run} />
    </div>
  );
}

function Counter({ word, counts }: { word: OutcomeWord; counts: Counts }) {
  const value = numberOf(word, counts);
  const share = (value / totalOf(counts)) * 100;
  return (
    <li class={value === 0 ? 'zero' : word}>
      <a href={listAddress({ outcomes: [word] })}>
        <span class="what row">
          <OutcomeIcon look={word} isNamed={false} />
          {lookWord(word).toLowerCase()}
        </span>
        <span class="value">{count(value)}</span>
        <span class="share">{value === 0 ? '' : share < 0.1 ? '< 0.1%' : `${share.toFixed(share < 10 ? 1 : 0)}%`}</span>
      </a>
    </li>
  );
}
