import type { KnownInRun } from '@testpoint/report/format';
import { wordsOf } from '../model/known.js';
import { webAddress } from '../model/links.js';
import { lookWord, numberOf } from '../model/outcome.js';
import { counted } from '../text/format-time.js';
import { Icon, OutcomeIcon } from './icons.js';
import { OutsideLink } from './outside-link.js';
import { useReport } from './use-report.js';

/** Why a test that failed is no news, from `testpoint.known.json`. */
export function KnownFailure({ known }: { known: KnownInRun }) {
  const { link = '' } = known;
  return (
    <p class={known.isExpired ? 'notice' : 'note known'} role={known.isExpired ? 'alert' : undefined}>
      {known.isExpired && <Icon name="alert" />}
      <span class="user">
        {known.isExpired ? `This failure counts again: it was known until ${known.until}.` : `${lookWord('known')}:`}{' '}
        {known.isExpired ? known.reason : wordsOf(known)} <OutsideLink href={webAddress(link)}>{link}</OutsideLink>
      </span>
    </p>
  );
}

/** The known failures of the run, below those that count. */
export function KnownFailures() {
  const { app, data } = useReport();
  const found = (data.run.known ?? []).filter(({ keys, isExpired }) => keys.length > 0 && !isExpired);
  if (found.length === 0) return null;
  return (
    <section class="groups" aria-labelledby="known">
      <h2 id="known">
        Known failures <span class="quiet">{counted(numberOf('known', data.run.tests), 'test')}</span>
      </h2>
      <ol>
        {found.map((known) => (
          <li key={known.test} class="card group">
            <a class="line row" href={app.link({ place: 'tests', test: { key: known.keys[0] ?? '' } })}>
              <OutcomeIcon look="known" />
              <span class="name fills user">
                <span class="title">{known.test}</span> <span class="where">{wordsOf(known)}</span>
              </span>
            </a>
          </li>
        ))}
      </ol>
    </section>
  );
}
