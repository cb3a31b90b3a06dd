import type { ResultModel } from '../../model/result-model.js';
import { CopyButton } from '../copy-button.js';
import { Icon } from '../icons.js';
import { Marked } from '../marked.js';
import { OutsideLink } from '../outside-link.js';
import { Pairs } from './pairs.js';

/** Parameters, properties, links and the id. */
export function Facts({ result }: { result: ResultModel }) {
  const { parameters, properties, links, id } = result;
  return (
    <>
      {links.length > 0 && (
        <section class="links" aria-labelledby="links">
          <h2 id="links">Links</h2>
          <ul>
            {links.map(({ href, text, type, description }, index) => (
              <li key={index} class="row wrap">
                <Icon name="link" />
                <OutsideLink href={href}>
                  <Marked text={text} />
                </OutsideLink>
                {type !== '' && <span class="tag user">{type}</span>}
                {description !== '' && <span class="quiet user">{description}</span>}
              </li>
            ))}
          </ul>
        </section>
      )}
      <NamedPairs title="Parameters" pairs={parameters} />
      <NamedPairs title="Properties" pairs={properties} />
      <section class="identity" aria-labelledby="identity">
        <h2 id="identity">External id</h2>
        <p class="row wrap">
          <code class="user">
            <Marked text={id} />
          </code>
          <CopyButton label="Copy" text={() => id} class="copy quiet" />
        </p>
      </section>
    </>
  );
}

function NamedPairs({ title, pairs }: { title: string; pairs: [string, string][] }) {
  if (pairs.length === 0) return null;
  return (
    <section aria-label={title}>
      <h2>{title}</h2>
      <Pairs pairs={pairs} isCard />
    </section>
  );
}
