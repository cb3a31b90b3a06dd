import type { ComponentChildren } from 'preact';
import { useRef } from 'preact/hooks';
import type { Place } from '../model/address.js';
import { NO_FILTER } from '../model/filter.js';
import type { RunState } from '../model/run-state.js';
import { Icon, Mark } from './icons.js';
import { setTheme, THEMES, type Theme, theme } from './theme.js';
import { useReport } from './use-report.js';

export const SEARCH_ID = 'search';

const NAMES: [Place, string][] = [
  ['overview', 'Overview'],
  ['tests', 'Tests'],
  ['timeline', 'Timeline'],
  ['insights', 'Insights'],
  ['compare', 'Compare'],
  ['points', 'Test points'],
];
const THEME_ICONS = { system: 'system', light: 'sun', dark: 'moon' } as const satisfies Record<Theme, string>;

interface HeaderProps {
  home: string | undefined;
  aside: ComponentChildren;
  openHelp: () => void;
}

/** Whether the report has what the page shows. */
function isThere(place: Place, { run, source }: RunState): boolean {
  if (place === 'compare') return run.comparison !== undefined;
  return place !== 'points' || source.testPoints !== undefined;
}

export function Header({ home, aside, openHelp }: HeaderProps) {
  const { app, data } = useReport();
  const { place, filter } = app.address.value;
  return (
    <header class="bar row wrap">
      <Brand
        href={home ?? app.link({ place: 'overview', filter: NO_FILTER, order: 'tree' })}
        leadsTo={home === undefined ? 'overview' : 'all runs'}
      />
      <nav aria-label="Views">
        {home !== undefined && <a href={home}>Runs</a>}
        {NAMES.filter(([name]) => isThere(name, data)).map(([name, title]) => (
          <a key={name} href={app.link({ place: name })} aria-current={place === name ? 'page' : undefined}>
            {title}
          </a>
        ))}
      </nav>
      {aside}
      <Search text={filter.text} />
      <div class="tools">
        <ThemeButton />
        <button
          type="button"
          class="ghost"
          aria-label="Keyboard shortcuts"
          title="Keyboard shortcuts (?)"
          onClick={openHelp}
        >
          ?
        </button>
      </div>
    </header>
  );
}

export function Brand({ href, leadsTo }: { href: string; leadsTo: string }) {
  return (
    <a class="brand row" href={href} aria-label={`Testpoint, ${leadsTo}`}>
      <Mark />
      <span>Testpoint</span>
    </a>
  );
}

function Search({ text }: { text: string }) {
  const { app, view } = useReport();
  const input = useRef<HTMLInputElement>(null);
  /** The result stays open beside the list, but would hide the list on a narrow screen. */
  const search = (words: string) => {
    const { place, filter, test } = app.address.peek();
    const isBeside = document.querySelector('.list')?.checkVisibility() === true;
    app.go(
      { place: 'tests', filter: { ...filter, text: words }, ...(test !== undefined && isBeside && { test }) },
      place === 'tests',
    );
  };
  const leave = (event: KeyboardEvent) => {
    if (event.key === 'Escape') {
      if (text !== '') search('');
      input.current?.blur();
    }
    if (event.key === 'Enter' || event.key === 'ArrowDown') {
      document.querySelector<HTMLElement>('[role=tree]')?.focus();
      event.preventDefault();
    }
  };
  const { deep } = view;
  const subject = deep.isPossible ? `Search results, with ${deep.subject}` : 'Search title, path, id and message';
  return (
    <search class="search">
      <Icon name="search" />
      <input
        id={SEARCH_ID}
        ref={input}
        type="search"
        aria-label={subject}
        placeholder={subject}
        autocomplete="off"
        spellcheck={false}
        value={text}
        onInput={(event) => search(event.currentTarget.value)}
        onKeyDown={leave}
      />
      <kbd aria-hidden="true">/</kbd>
    </search>
  );
}

export function ThemeButton() {
  const current = theme.value;
  const next = THEMES[(THEMES.indexOf(current) + 1) % THEMES.length] ?? 'system';
  return (
    <button
      type="button"
      class="ghost"
      aria-label={`Theme: ${current}. Switch to ${next}`}
      title={`Theme: ${current}`}
      onClick={() => setTheme(next)}
    >
      <Icon name={THEME_ICONS[current]} />
    </button>
  );
}
