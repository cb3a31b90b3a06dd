import { TextButton } from './text-button.js';

/** What went wrong, with a button to try again. */
export function Problem({ text, retry }: { text: string; retry: () => void }) {
  return (
    <p class="notice" role="alert">
      {text} <TextButton says="Try again" press={retry} />
    </p>
  );
}
