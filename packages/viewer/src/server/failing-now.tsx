import { choicesOf, configurationName, failingNow, resultAddress, type ServerRun } from '../data/server-runs.js';
import { counted, moment } from '../text/format-time.js';
import { visible } from '../text/visible.js';
import { EnvironmentTag } from '../view/environment-tag.js';
import { TestPath } from '../view/path.js';
import { useAnswer } from './page.js';

/** The tests whose last result failed. */
export function FailingNow({ runs }: { runs: readonly ServerRun[] }) {
  const results = runs.map(({ id, status, testPoints }) => `${id} ${status} ${testPoints.Failed}`).join();
  const { value } = useAnswer(failingNow, [results]);
  const choices = useAnswer(choicesOf).value;
  if (value === undefined || choices === undefined || value.ids.length === 0) return null;
  const isNamed = new Set(value.configurations).size > 1;
  return (
    <details class="card failing">
      <summary>
        Failing now: {counted(new Set(value.ids).size, 'test')}
        {value.more && ' or more'}
      </summary>
      <ul class="differences">
        {value.ids.map((id, index) => {
          const configuration = configurationName(choices, value.configurations[index] ?? '', false);
          const href = resultAddress(value.runs[index] ?? '', id, configuration);
          return (
            <li key={index} class="wrap user">
              <a href={href}>
                <TestPath id={id} />
              </a>
              <EnvironmentTag name={isNamed ? visible(configuration) : undefined} />
              <span class="quiet">{moment(Date.parse(value.created[index] ?? ''))}</span>
            </li>
          );
        })}
      </ul>
    </details>
  );
}
