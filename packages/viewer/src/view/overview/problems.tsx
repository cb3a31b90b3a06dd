import type { RunData } from '@testpoint/report/format';
import { counted } from '../../text/format-time.js';
import { Icon } from '../icons.js';
import { expiredSentences } from '../known-failure.js';

/** Problems outside of tests, what the reader should know, and everything that is missing from the report. */
export function Problems({ run }: { run: RunData }) {
  const problems = run.sessions.flatMap(({ problems, framework }) =>
    problems.map((problem) => ({ ...problem, framework })),
  );
  const died = run.sessions.filter(({ end }) => end !== 'complete');
  return (
    <>
      {problems.length > 0 && (
        <section class="card problems" aria-labelledby="problems">
          <h2 id="problems">
            <Icon name="alert" />
            {counted(problems.length, 'problem')} outside of tests
          </h2>
          {problems.map(({ title, detail, framework }, index) => (
            <details key={index} open={problems.length === 1}>
              <summary>
                <span class="user">{title}</span>
                <span class="tag">{framework}</span>
              </summary>
              {detail !== undefined && (
                <pre class="user" tabIndex={0}>
                  {detail}
                </pre>
              )}
            </details>
          ))}
        </section>
      )}
      {expiredSentences(run).length > 0 && (
        <section class="notice" aria-label="Expired known failures">
          <Icon name="alert" />
          <div>
            {expiredSentences(run).map((sentence) => (
              <p key={sentence} class="user">
                {sentence}
              </p>
            ))}
          </div>
        </section>
      )}
      {run.notes.length > 0 && (
        <section class="notice" aria-label="Notes">
          <Icon name="alert" />
          <div>
            {run.notes.map((sentence) => (
              <p key={sentence} class="user">
                {sentence}
              </p>
            ))}
          </div>
        </section>
      )}
      {(run.incomplete.length > 0 || died.length > 0) && (
        <section class="notice" aria-label="Missing from this report">
          <Icon name="alert" />
          <div>
            {died.map(({ framework, end }, index) => (
              <p key={index}>
                {end === 'interrupted'
                  ? `The ${framework} run was interrupted. Tests after the interruption are missing.`
                  : `The ${framework} run ended unexpectedly: its process died. Its last tests may be missing.`}
              </p>
            ))}
            {run.incomplete.map((sentence) => (
              <p key={sentence} class="user">
                {sentence}
              </p>
            ))}
          </div>
        </section>
      )}
    </>
  );
}
