import type { Counts } from '@testpoint/report/format';
import { type OutcomeWord, outcomeWords } from '../../model/filter.js';
import { lookWord, numberOf } from '../../model/outcome.js';
import type { ReportState } from '../../model/report-state.js';
import { count } from '../../text/format-time.js';
import { OutcomeIcon } from '../icons.js';
import { KnownFailures } from '../known-failure.js';
import { FailureGroups } from './failure-groups.js';
import { Problems } from './problems.js';
import { Sessions } from './sessions.js';
import { Tape } from './tape.js';
import { Verdict } from './verdict.js';

/** The first screen: the outcome of the run, its failures, and where it ran. */
export function Overview({ report }: { report: ReportState }) {
  const { run } = report;
  return (
    <div class="page">
      <Verdict report={report} />
      <Tape report={report} />
      <ul class="counters" aria-label="Results by outcome">
        {outcomeWords(run).map((word) => (
          <Counter key={word} word={word} report={report} value={numberOf(word, run.counts)} counts={run.counts} />
        ))}
      </ul>
      <Problems run={run} />
      <FailureGroups report={report} />
      <KnownFailures report={report} />
      <Sessions run={run} />
    </div>
  );
}

function Counter({
  word,
  report,
  value,
  counts,
}: {
  word: OutcomeWord;
  report: ReportState;
  value: number;
  counts: Counts;
}) {
  const total = counts.passed + counts.failed + counts.blocked + counts.skipped;
  const share = total === 0 ? 0 : (value / total) * 100;
  return (
    <li class={value === 0 ? 'zero' : word}>
      <a href={report.linkTo({ outcomes: [word] })}>
        <span class="what">
          <OutcomeIcon look={word} isNamed={false} />
          {lookWord(word).toLowerCase()}
        </span>
        <span class="value">{count(value)}</span>
        <span class="share">{value === 0 ? '' : share < 0.1 ? '< 0.1%' : `${share.toFixed(share < 10 ? 1 : 0)}%`}</span>
      </a>
    </li>
  );
}
