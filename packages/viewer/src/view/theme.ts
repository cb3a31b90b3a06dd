import { signal } from '@preact/signals';

export const THEMES = ['system', 'light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];

const KEY = 'testpoint-theme';

/** The theme that the user has chosen. */
export const theme = signal<Theme>(stored());

export function setTheme(next: Theme): void {
  theme.value = next;
  applyTheme();
  try {
    localStorage.setItem(KEY, next);
  } catch {
    // Some browsers store nothing for pages from file://. The theme then lasts as long as the page.
  }
}

export function applyTheme(): void {
  if (theme.value === 'system') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme.value;
}

function stored(): Theme {
  try {
    const value = localStorage.getItem(KEY);
    return THEMES.find((known) => known === value) ?? 'system';
  } catch {
    return 'system';
  }
}
