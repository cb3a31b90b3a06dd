import { Marked } from '../marked.js';

/** Names and values, such as parameters. */
export function Pairs({ pairs, isCard = false }: { pairs: [string, string][]; isCard?: boolean }) {
  return (
    <dl class={isCard ? 'pairs card' : 'pairs'}>
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
  );
}
