import { useEffect, useState } from 'preact/hooks';
import { Icon } from './icons.js';

/** Copies a text, and says so. @param text is made when it is asked for */
export function CopyButton({
  label,
  text,
  class: name = 'copy',
}: {
  label: string;
  text: () => string;
  class?: string;
}) {
  const [state, setState] = useState<'idle' | 'copied' | 'failed'>('idle');
  useEffect(() => {
    if (state === 'idle') return undefined;
    const timer = setTimeout(() => setState('idle'), 1_600);
    return () => clearTimeout(timer);
  }, [state]);
  const copy = async () => setState((await copied(text())) ? 'copied' : 'failed');
  return (
    <button type="button" class={`${name} ${state}`} onClick={() => void copy()}>
      <Icon name={state === 'copied' ? 'check' : 'copy'} />
      <span aria-live="polite">
        {state === 'copied' ? 'Copied' : state === 'failed' ? 'Copying was refused' : label}
      </span>
    </button>
  );
}

/** The clipboard's own function exists in secure contexts only; from `file://` and plain http a selection is copied. */
async function copied(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const area = document.createElement('textarea');
    area.value = text;
    area.className = 'unseen';
    document.body.append(area);
    const before = document.activeElement;
    area.select();
    const isCopied = document.execCommand('copy');
    area.remove();
    if (before instanceof HTMLElement) before.focus();
    return isCopied;
  }
}
