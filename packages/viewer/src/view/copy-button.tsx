import { useEffect, useState } from 'preact/hooks';
import { Icon } from './icons.js';

/** Copies a text, and confirms it. @param text is called on click */
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
      <span aria-live="polite">{state === 'copied' ? 'Copied' : state === 'failed' ? 'Copying failed' : label}</span>
    </button>
  );
}

/** The clipboard API exists only in secure contexts. On `file://` and plain http, we copy a selection. */
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
