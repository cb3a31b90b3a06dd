import { signal } from '@preact/signals';

/** Whether the page is being printed. Paper shows everything: nothing on it can be opened. */
export const isPrinting = signal(false);

/** Opens the page for its print, and closes it again afterwards. */
export function followPrinting(): void {
  let opened: HTMLDetailsElement[] = [];
  addEventListener('beforeprint', () => {
    isPrinting.value = true;
    opened = [...document.querySelectorAll<HTMLDetailsElement>('details:not([open])')];
    for (const details of opened) details.open = true;
  });
  addEventListener('afterprint', () => {
    isPrinting.value = false;
    for (const details of opened) details.open = false;
  });
}
