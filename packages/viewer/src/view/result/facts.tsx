import type { ResultModel } from '../../model/result-model.js';
import { CopyButton } from '../copy-button.js';
import { Icon } from '../icons.js';
import { Marked } from '../marked.js';

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
              <li key={index}>
                <Icon name="link" />
                {href === undefined ? (
                  <span class="user">{text}</span>
                ) : (
                  <a class="user" href={href} rel="noreferrer noopener" target="_blank">
                    <Marked text={text} />
                  </a>
                )}
                {type !== '' && <span class="tag user">{type}</span>}
                {description !== '' && <span class="quiet user">{description}</span>}
              </li>
            ))}
          </ul>
        </section>
      )}
      <Pairs title="Parameters" pairs={parameters} />
      <Pairs title="Properties" pairs={properties} />
      <section class="identity" aria-labelledby="identity">
        <h2 id="identity">External id</h2>
        <p>
          <code class="user">
            <Marked text={id} />
          </code>
          <CopyButton label="Copy" text={() => id} class="copy quiet" />
        </p>
      </section>
    </>
  );
}

function Pairs({ title, pairs }: { title: string; pairs: [string, string][] }) {
  if (pairs.length === 0) return null;
  return (
    <section aria-label={title}>
      <h2>{title}</h2>
      <dl class="pairs card">
        {pairs.map(([name, value]) => (
          <div key={name}>
            <dt class="user">
              <Marked text={name} />
            </dt>
            <dd class="user">
              <Marked text={value} />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
