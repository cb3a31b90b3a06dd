import { useEffect, useRef, useState } from 'preact/hooks';
import { missingSentence } from '../../text/missing.js';
import { Icon } from '../icons.js';

/** A picture that fills the screen when you click it. */
export function Picture({ name, url }: { name: string; url: string | undefined }) {
  const [isOpen, setOpen] = useState(false);
  if (url === undefined) return <p class="missing">{missingSentence()}</p>;
  return (
    <>
      <button type="button" class="picture" aria-label={`Enlarge ${name}`} onClick={() => setOpen(true)}>
        <img src={url} alt={name} loading="lazy" decoding="async" />
      </button>
      {isOpen && <Enlarged name={name} url={url} close={() => setOpen(false)} />}
    </>
  );
}

function Enlarged({ name, url, close }: { name: string; url: string; close: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [isFullSize, setFullSize] = useState(false);
  useEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog ref={dialog} class="enlarged" aria-label={name} onClose={close}>
      <header class="row">
        <span class="user fills">{name}</span>
        <button type="button" class="ghost wide" aria-pressed={isFullSize} onClick={() => setFullSize(!isFullSize)}>
          {isFullSize ? 'Fit' : 'Full size'}
        </button>
        <button type="button" class="ghost" aria-label="Close" onClick={() => dialog.current?.close()}>
          <Icon name="close" />
        </button>
      </header>
      <div class={isFullSize ? 'stage full' : 'stage'} tabIndex={0} role="group" aria-label="Picture">
        <img src={url} alt={name} />
      </div>
    </dialog>
  );
}
