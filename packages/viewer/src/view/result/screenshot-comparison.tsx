import { useState } from 'preact/hooks';
import type { Comparison } from '../../model/attachment-kind.js';
import type { AttachmentModel } from '../../model/result-model.js';
import { useReport } from '../use-report.js';
import { Picture } from './picture.js';

type Mode = 'side by side' | 'slide' | 'difference' | 'expected' | 'actual';

/** Compares two screenshots that should match: side by side, on top of each other, or as a difference. */
export function ScreenshotComparison({ comparison }: { comparison: Comparison }) {
  const { source } = useReport().data;
  const { name, expected, actual, diff } = comparison;
  const [mode, setMode] = useState<Mode>('side by side');
  const [share, setShare] = useState(50);
  const urlOf = ({ file, contentType }: AttachmentModel) => source.attachment(file, contentType).url;
  const before = urlOf(expected);
  const after = urlOf(actual);
  const difference = diff === undefined ? undefined : urlOf(diff);
  const modes: Mode[] = ['side by side', 'slide', 'difference', 'expected', 'actual'];
  return (
    <figure class="card comparison">
      <figcaption class="row wrap">
        <span class="name user">{name}</span>
        <div class="modes wrap" role="group" aria-label="Comparison mode">
          {modes.map((one) => (
            <button key={one} type="button" aria-pressed={mode === one} onClick={() => setMode(one)}>
              {one}
            </button>
          ))}
        </div>
      </figcaption>
      {mode === 'side by side' && (
        <div class="sides">
          <Side title="Expected" name={expected.name} url={before} />
          <Side title="Actual" name={actual.name} url={after} />
        </div>
      )}
      {mode === 'slide' && (
        <div class="slide" style={{ '--share': `${share}%` }}>
          <img src={before} alt={`Expected: ${expected.name}`} />
          <img class="over" src={after} alt={`Actual: ${actual.name}`} />
          <input
            type="range"
            min="0"
            max="100"
            value={share}
            aria-label="How much of the expected picture to show"
            onInput={(event) => setShare(Number(event.currentTarget.value))}
          />
        </div>
      )}
      {mode === 'difference' &&
        (difference === undefined ? (
          <div class="blend">
            <img src={before} alt="" />
            <img src={after} alt={`Difference of ${name}, light on dark`} />
          </div>
        ) : (
          <Picture name={diff?.name ?? name} url={difference} />
        ))}
      {mode === 'expected' && <Picture name={expected.name} url={before} />}
      {mode === 'actual' && <Picture name={actual.name} url={after} />}
    </figure>
  );
}

function Side({ title, name, url }: { title: string; name: string; url: string | undefined }) {
  return (
    <div>
      <h3>{title}</h3>
      <Picture name={name} url={url} />
    </div>
  );
}
