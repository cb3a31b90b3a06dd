import { useEffect, useRef } from 'preact/hooks';
import { Icon } from './icons.js';

const KEYS: [string[], string][] = [
  [['/'], 'Search'],
  [['↑', '↓'], 'Move in a list or tree'],
  [['→', '←'], 'Expand and collapse, or move in and out'],
  [['Enter'], 'Open the selected entry'],
  [['Home', 'End'], 'First and last entry'],
  [['*'], 'Expand everything in the list of tests'],
  [['j', 'k'], 'Next and previous result, while a result is open'],
  [['Esc'], 'Close a result, a picture or this help'],
  [['+', '−'], 'Zoom the timeline'],
  [['?'], 'Show this help'],
];

export function Help({ close }: { close: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog ref={dialog} class="help" aria-labelledby="help-title" onClose={close}>
      <header class="row">
        <h2 id="help-title">Keyboard shortcuts</h2>
        <button type="button" class="ghost" aria-label="Close" onClick={() => dialog.current?.close()}>
          <Icon name="close" />
        </button>
      </header>
      <dl>
        {KEYS.map(([keys, meaning]) => (
          <div key={meaning}>
            <dt>
              {keys.map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dt>
            <dd>{meaning}</dd>
          </div>
        ))}
      </dl>
      <p>
        Search for several words, or for <q>a phrase</q> in double quotes. Every view has its own address: copy it to
        share the view.
      </p>
    </dialog>
  );
}
