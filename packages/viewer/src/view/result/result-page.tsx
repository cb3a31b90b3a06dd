import { frameworkName, REPEAT_WORDS } from '@testpoint/report/browser';
import { type Comparison, evidenceIn } from '../../model/attachment-kind.js';
import { knownOf } from '../../model/known.js';
import { lookWord } from '../../model/outcome.js';
import type { ResultModel } from '../../model/result-model.js';
import { clock, duration } from '../../text/format-time.js';
import { spaced } from '../../text/spaced.js';
import { EnvironmentTag } from '../environment-tag.js';
import { OutcomeIcon } from '../icons.js';
import { KnownFailure } from '../known-failure.js';
import { Marked } from '../marked.js';
import { useReport } from '../use-report.js';
import { Attachments } from './attachments.js';
import { Attempts } from './attempts.js';
import { CopyBar } from './copy-bar.js';
import { ErrorBlock } from './error-block.js';
import { Facts } from './facts.js';
import { History } from './history.js';
import { ScreenshotComparison } from './screenshot-comparison.js';
import { StepTree } from './step-tree.js';

interface Props {
  row: number;
  result: ResultModel;
  /** Screenshots that differ. They are not among the result's attachments. */
  comparisons: Comparison[];
  /** Results of the same test in other sessions. */
  earlier: ResultModel[];
}

/** Everything about one result: first the errors, then the attempts and steps, then attachments and facts. */
export function ResultPage({ row, result, comparisons, earlier }: Props) {
  const { data } = useReport();
  const { last } = result;
  const { look, environment, session } = data.at(row);
  const { evidence, others } = evidenceIn(last);
  const pictures = comparisons.map((comparison) => (
    <ScreenshotComparison key={comparison.name} comparison={comparison} />
  ));
  const known = knownOf(data.run, data.table.key(row));
  return (
    <article class={`result vertical ${look}`}>
      <header class="vertical">
        <p class="crumbs wrap user">
          <span class="path">
            {result.file}
            {result.line !== undefined && `:${result.line}`}
          </span>
          {result.suites.map((title, index) => (
            <span key={index}>{title}</span>
          ))}
        </p>
        <h1 class="user">
          <Marked text={result.title} />
        </h1>
        <p class="facts row wrap">
          <span class={`badge ${look}`}>
            <OutcomeIcon look={look} isNamed={false} />
            {REPEAT_WORDS[data.table.repeats[row] ?? 0] || lookWord(look)}
          </span>
          <span>{duration(result.duration)}</span>
          {result.project !== undefined && <span class="tag user">{result.project}</span>}
          <EnvironmentTag name={environment} />
          {result.attempts.length > 1 && <span>{result.attempts.length} attempts</span>}
          {result.body.failureReasonName !== undefined && (
            <span class="user">{spaced(result.body.failureReasonName)}</span>
          )}
          {result.startedAt !== undefined && <span>{clock(result.startedAt)}</span>}
          {result.worker !== undefined && <span>worker {result.worker}</span>}
          {session !== undefined && <span class="user">{frameworkName(session)}</span>}
        </p>
        <CopyBar result={result} row={row} />
      </header>
      {known !== undefined && <KnownFailure known={known} />}
      {last.errors.map((error, index) => (
        <ErrorBlock key={index} error={error} number={last.errors.length > 1 ? index + 1 : undefined}>
          {index === 0 && pictures}
          {index === 0 && <Attachments attachments={evidence} />}
        </ErrorBlock>
      ))}
      {last.errors.length === 0 && pictures}
      {result.note !== '' && (
        <p class="note user">
          <Marked text={result.note} />
        </p>
      )}
      <Attempts attempts={result.attempts} earlier={earlier} />
      <StepTree title={result.attempts.length > 1 ? 'Steps of the last attempt' : 'Steps'} attempt={last} />
      <Attachments title="Attachments" attachments={others} />
      <Facts result={result} />
      <History row={row} />
    </article>
  );
}
