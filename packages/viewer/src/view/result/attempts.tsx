import { lookWord } from '../../model/outcome.js';
import type { AttemptModel, ResultModel } from '../../model/result-model.js';
import { clock, duration } from '../../text/format-time.js';
import { OutcomeIcon } from '../icons.js';
import { Attachments } from './attachments.js';
import { LongText } from './long-text.js';
import { StepTree } from './step-tree.js';

/** Results of the same test in other sessions, then all attempts, side by side. */
export function Attempts({ attempts, earlier }: { attempts: AttemptModel[]; earlier: ResultModel[] }) {
  if (attempts.length + earlier.length < 2) return null;
  return (
    <section class="attempts" aria-label="Attempts">
      <h2>{earlier.length > 0 ? 'Attempts and reruns' : 'Attempts'}</h2>
      <div class="columns" tabIndex={0} role="group" aria-label="Attempts side by side">
        {earlier.map((result, index) => (
          <Column
            key={`earlier ${index}`}
            title={`${isLater(result, attempts) ? 'Later' : 'Earlier'} run ${index + 1}`}
            attempt={result.last}
            hasDetails
          />
        ))}
        {attempts.map((attempt, index) => (
          <Column
            key={index}
            title={`Attempt ${index + 1}`}
            attempt={attempt}
            hasDetails={index < attempts.length - 1}
            last={index < attempts.length - 1 ? attempts.at(-1) : undefined}
          />
        ))}
      </div>
    </section>
  );
}

interface ColumnProps {
  title: string;
  attempt: AttemptModel;
  hasDetails: boolean;
  /** The attempt whose errors are above. */
  last?: AttemptModel | undefined;
}

/** One attempt. The page shows the last attempt's steps and attachments further down, as the result's own. */
function Column({ title, attempt, hasDetails, last }: ColumnProps) {
  const shown = new Set(last?.errors.map(({ message }) => message));
  const { look, duration: took, startedAt, errors } = attempt;
  return (
    <div class={`card attempt ${look}`}>
      <header class="row">
        <OutcomeIcon look={look} isNamed={false} />
        <h3>{title}</h3>
        <span class="quiet">{lookWord(look)}</span>
        <span class="time">{duration(took)}</span>
      </header>
      {startedAt !== undefined && <p class="quiet">started at {clock(startedAt)}</p>}
      {errors.map(({ message }, index) =>
        shown.has(message) ? (
          <p key={index} class="quiet">
            The same error.
          </p>
        ) : (
          <LongText key={index} text={message} label={`Error in ${title.toLowerCase()}`} />
        ),
      )}
      {errors.length === 0 && <p class="quiet">No error.</p>}
      {hasDetails && (
        <details>
          <summary>Steps and attachments</summary>
          <StepTree title={`Steps of ${title.toLowerCase()}`} attempt={attempt} />
          <Attachments attachments={attempt.attachments} />
        </details>
      )}
    </div>
  );
}

function isLater({ startedAt = 0 }: ResultModel, attempts: AttemptModel[]): boolean {
  return startedAt > (attempts.at(-1)?.startedAt ?? Number.POSITIVE_INFINITY);
}
