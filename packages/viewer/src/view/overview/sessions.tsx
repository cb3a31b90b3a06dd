import { frameworkName } from '@testpoint/report/browser';
import type { RunData, SessionData } from '@testpoint/report/format';
import { factOf } from '../../model/ci-facts.js';
import { safeUrl } from '../../model/links.js';
import { numberOf, totalOf } from '../../model/outcome.js';
import { count, counted, duration, moment } from '../../text/format-time.js';
import { shortGuid } from '../../text/short-guid.js';
import { OutsideLink } from '../outside-link.js';
import { runningFor } from '../running-for.js';
import { useReport } from '../use-report.js';

/** Where the tests ran: one card for each session. */
export function Sessions({ run }: { run: RunData }) {
  return (
    <section class="sessions" aria-labelledby="sessions">
      <h2 id="sessions">Where it ran</h2>
      <ul>
        {run.sessions.map((session, index) => {
          const places = run.environments.filter((_, place) => run.byEnvironment?.[place]?.sessions.includes(index));
          return <Session key={session.id} session={session} environment={places.map(shortGuid).join(', ')} />;
        })}
      </ul>
    </section>
  );
}

function Session({ session, environment }: { session: SessionData; environment: string }) {
  const { data } = useReport();
  const { importedFrom, ranAt, frameworkVersion, tool, machine, shard, counts, ci, runUrl, runId } = session;
  const isImport = importedFrom !== undefined;
  const times = isImport ? ranAt : session;
  const took = times?.endedAt === undefined ? undefined : times.endedAt - times.startedAt;
  const href = runUrl === undefined ? undefined : safeUrl(runUrl);
  const results = [count(totalOf(counts))];
  if (numberOf('failed', counts) > 0) results.push(`${count(numberOf('failed', counts))} failed`);
  if (counts.known !== undefined) results.push(counted(counts.known, 'known failure'));
  return (
    <li class="card">
      <h3>
        <span class="user">{frameworkName(session)}</span>{' '}
        <span class="quiet user">{isImport ? 'imported' : frameworkVersion}</span>
        {shard !== undefined && (
          <span class="tag">
            shard {shard.current} of {shard.total}
          </span>
        )}
      </h3>
      <dl>
        <Pair name="Results" value={results.join(', ')} />
        <Pair name="Environment" value={session.environment ?? environment} />
        <Pair name="Started" value={times && moment(times.startedAt)} />
        <Pair name="Duration" value={(times && runningFor(times.startedAt, data)) ?? duration(took)} />
        <Pair name="Imported" value={isImport ? moment(session.startedAt) : undefined} />
        <Pair name="Host" value={machine?.host} />
        <Pair name="OS" value={machine?.os} />
        <Pair name="Node" value={machine?.node} />
        <Pair name="Reporter" value={tool} />
        {(href !== undefined || runId !== undefined) && (
          <Pair name="Run" value={runId ?? 'in the service'} href={href} />
        )}
        {Object.entries(ci ?? {}).map(([name, value]) => {
          const fact = factOf(name, value);
          return <Pair key={name} name={name} value={fact.value} href={fact.href} />;
        })}
      </dl>
      {session.warnings.map((warning) => (
        <p key={warning} class="warning user">
          {warning}
        </p>
      ))}
      {session.unreadableLines > 0 && (
        <p class="warning">{counted(session.unreadableLines, 'line')} of its journal cannot be read.</p>
      )}
      {session.missingResults > 0 && <p class="warning">{counted(session.missingResults, 'result')} missing.</p>}
      {session.missingAttachments > 0 && (
        <p class="warning">{counted(session.missingAttachments, 'attachment')} missing.</p>
      )}
    </li>
  );
}

function Pair({ name, value, href }: { name: string; value: string | undefined; href?: string | undefined }) {
  if (value === undefined || value === '') return null;
  return (
    <div>
      <dt class="user">{name}</dt>
      <dd>
        <OutsideLink href={href}>{value}</OutsideLink>
      </dd>
    </div>
  );
}
