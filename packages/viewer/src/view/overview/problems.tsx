import { expiredSentences, frameworkName } from '@testpoint/report/browser';
import type { RunData, SessionData } from '@testpoint/report/format';
import { counted } from '../../text/format-time.js';
import { Icon } from '../icons.js';

/** Problems outside of tests, what the reader should know, and everything that is missing from the report. */
export function Problems({ run }: { run: RunData }) {
  const problems = run.sessions.flatMap((session) =>
    session.problems.map((problem) => ({
      ...problem,
      tags: [frameworkName(session), session.environment ?? []].flat(),
    })),
  );
  const died = run.sessions.filter(({ end }) => end !== 'complete').map(endOf);
  return (
    <>
      {problems.length > 0 && (
        <section class="card problems" aria-labelledby="problems">
          <h2 id="problems" class="row">
            <Icon name="alert" />
            {counted(problems.length, 'problem')} outside of tests
          </h2>
          {problems.map(({ title, detail, tags }, index) => (
            <details key={index} open={problems.length === 1}>
              <summary class="row">
                <span class="user">{title}</span>
                {tags.map((tag) => (
                  <span key={tag} class="tag user">
                    {tag}
                  </span>
                ))}
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
      <Sentences label="Expired known failures" sentences={expiredSentences(run.known ?? [])} />
      <Sentences label="Notes" sentences={run.notes} />
      <Sentences label="Missing from this report" sentences={[...died, ...run.incomplete]} />
    </>
  );
}

function Sentences({ label, sentences }: { label: string; sentences: readonly string[] }) {
  if (sentences.length === 0) return null;
  return (
    <section class="notice" aria-label={label}>
      <Icon name="alert" />
      <div>
        {sentences.map((sentence, index) => (
          <p key={index} class="user">
            {sentence}
          </p>
        ))}
      </div>
    </section>
  );
}

function endOf(session: SessionData): string {
  const { end, counts } = session;
  const framework = frameworkName(session);
  // Most reporters know which tests the interruption has kept from running.
  const missing = counts.blocked > 0 ? '' : ' Tests after the interruption may be missing.';
  return end === 'interrupted'
    ? `The ${framework} run was interrupted.${missing}`
    : `The ${framework} run ended unexpectedly: its process died. Its last tests may be missing.`;
}
