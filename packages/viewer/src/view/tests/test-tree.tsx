import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { fold } from '../../data/text-column.js';
import { type Order, propertyIn } from '../../model/address.js';
import type { Hit } from '../../model/deep-search.js';
import { termsOf } from '../../model/filter.js';
import { isPrinting } from '../../model/printing.js';
import type { ReportState } from '../../model/report-state.js';
import { type Group, groupOf } from '../../model/tree.js';
import { count, duration } from '../../text/format-time.js';
import { EnvironmentTag } from '../environment-tag.js';
import { Icon, OutcomeIcon } from '../icons.js';
import { press } from '../keys.js';
import { Path } from '../path.js';
import { useReport } from '../use-report.js';
import { treeKeys } from './tree-keys.js';

function labelOf(order: Order): string {
  if (order === 'tree') return 'Tests by file';
  if (order === 'environments') return 'Tests by environment and file';
  const property = propertyIn(order);
  return property === undefined ? 'Tests' : `Tests by ${property} and file`;
}
/** How many rows to draw beyond the visible ones, so that fast scrolling shows no gaps. */
const MARGIN = 8;

/** The tests as a tree. Only visible rows are in the document, because there may be 100,000. */
export function TestTree() {
  const { app, data, view } = useReport();
  const places = view.places.value;
  const tree = view.tree.value;
  const { order } = app.address.value;
  const openRow = view.openRow.value;
  const frame = useRef<HTMLDivElement>(null);
  const [seen, setSeen] = useState({ top: 0, height: 800, rowHeight: 36 });
  const [active, setActive] = useState(0);
  /** The tree scrolls to the open result once, as soon as its row is loaded. */
  const revealed = useRef<number>(-1);
  const marked = Math.min(active, Math.max(0, places.length - 1));

  useLayoutEffect(() => {
    const element = frame.current;
    if (element === null) return undefined;
    const measure = () => {
      const rowHeight = Number.parseFloat(getComputedStyle(element).getPropertyValue('--row')) || 36;
      setSeen({ top: element.scrollTop, height: element.clientHeight, rowHeight });
    };
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    element.addEventListener('scroll', measure, { passive: true });
    return () => {
      observer.disconnect();
      element.removeEventListener('scroll', measure);
    };
  }, []);

  const reveal = (index: number) => {
    const element = frame.current;
    if (element === null) return;
    const top = index * seen.rowHeight;
    if (top < element.scrollTop) element.scrollTop = top;
    else if (top + seen.rowHeight > element.scrollTop + element.clientHeight) {
      element.scrollTop = top + seen.rowHeight - element.clientHeight;
    }
  };
  const mark = (index: number) => {
    setActive(index);
    reveal(index);
  };
  useEffect(() => {
    if (openRow === undefined || openRow < 0) return;
    if (revealed.current === openRow) return;
    const index = places.findIndex((place) => tree.order[place] === openRow);
    if (index < 0) return;
    revealed.current = openRow;
    mark(index);
  }, [openRow, places]);

  const onKeyDown = (event: KeyboardEvent) => {
    const page = Math.max(1, Math.floor(seen.height / seen.rowHeight) - 1);
    const open = (row: number) => app.go({ test: data.testOf(row) });
    if (places.length > 0) press(event, treeKeys({ tree, view, places, active: marked, page, mark, open }));
  };

  const isPaper = isPrinting.value;
  const first = isPaper ? 0 : Math.max(0, Math.floor(seen.top / seen.rowHeight) - MARGIN);
  const end = Math.ceil((seen.top + seen.height) / seen.rowHeight) + MARGIN;
  const last = isPaper ? places.length : Math.min(places.length, end);
  const shown = Array.from(places.subarray(first, last));
  const isMarkedShown = marked >= first && marked < last;
  return (
    <div
      ref={frame}
      class="tree"
      role={places.length === 0 ? 'group' : 'tree'}
      aria-label={labelOf(order)}
      tabIndex={0}
      aria-activedescendant={isMarkedShown && places.length > 0 ? `entry-${marked}` : undefined}
      onKeyDown={onKeyDown}
    >
      {places.length === 0 && <Nothing />}
      <div class="all" role="none" style={{ height: `${places.length * seen.rowHeight}px` }}>
        {shown.map((place, offset) => {
          const index = first + offset;
          const entry = tree.order[place] ?? 0;
          const group = groupOf(tree, entry);
          const shared = {
            id: `entry-${index}`,
            top: index * seen.rowHeight,
            depth: tree.depths[place] ?? 0,
            isActive: index === marked,
          };
          return group === undefined ? (
            <TestEntry
              key={place}
              {...shared}
              row={entry}
              isOpen={entry === openRow}
              isFlat={order === 'slowest' || order === 'failed-first'}
              mark={() => setActive(index)}
            />
          ) : (
            <GroupEntry key={place} {...shared} group={group} mark={() => setActive(index)} />
          );
        })}
      </div>
    </div>
  );
}

interface EntryProps {
  id: string;
  /** CSS pixels. */
  top: number;
  depth: number;
  isActive: boolean;
  mark: () => void;
}

function GroupEntry({ group, id, top, depth, isActive, mark }: EntryProps & { group: Group }) {
  const { view } = useReport();
  const isFolded = view.isFolded(group);
  const toggle = () => {
    mark();
    view.toggle(group);
  };
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the tree has the keyboard focus, and its listener opens the selected entry
    <div
      id={id}
      role="treeitem"
      class={`entry row group ${group.kind} ${isActive ? 'active' : ''}`}
      style={{ top: `${top}px`, '--depth': depth }}
      aria-level={depth + 1}
      aria-expanded={!isFolded}
      aria-selected={false}
      aria-posinset={group.position}
      aria-setsize={group.siblings}
      tabIndex={-1}
      onClick={toggle}
    >
      <span class={isFolded ? 'fold' : 'fold unfolded'}>
        <Icon name="fold" />
      </span>
      <span class="title fills user">{group.title}</span>
      {group.failed > 0 && <span class="tally failed">{count(group.failed)} failed</span>}
      {group.known > 0 && <span class="tally known">{count(group.known)} known</span>}
      {group.blocked > 0 && <span class="tally blocked">{count(group.blocked)} did not run</span>}
      <span class="number">{count(group.tests)}</span>
      <span class="time">{group.duration > 0 ? duration(group.duration) : ''}</span>
    </div>
  );
}

function TestEntry(props: EntryProps & { row: number; isOpen: boolean; isFlat: boolean }) {
  const report = useReport();
  const { app, data } = report;
  const { row, id, top, depth, isActive, isOpen, isFlat, mark } = props;
  const { table } = data;
  const { order } = app.address.peek();
  const { look, file, suites, project, environment } = data.at(row);
  const message = table.message(row);
  const hit = hitOf(report, row);
  return (
    <a
      id={id}
      role="treeitem"
      class={`entry row test ${isActive ? 'active' : ''} ${isOpen ? 'opened' : ''}`}
      style={{ top: `${top}px`, '--depth': depth }}
      aria-level={depth + 1}
      aria-selected={isOpen}
      tabIndex={-1}
      href={app.link({ test: data.testOf(row) })}
      onClick={mark}
    >
      <OutcomeIcon look={look} />
      <span class="title fills user">
        <bdi class="own">{table.name(row)}</bdi>
        {isFlat && (
          <span class="where">
            {' '}
            <Path titles={[file, ...suites]} />
          </span>
        )}
        {hit !== undefined && (
          <span class="where hit">
            {' '}
            {hit.where}
            {hit.text !== '' && `: ${hit.text}`}
          </span>
        )}
        {hit === undefined && !isFlat && message !== '' && (
          <span class="where">
            {' '}
            <bdi>{message}</bdi>
          </span>
        )}
      </span>
      {((table.evidence[row] ?? 0) & 1) > 0 && <Icon name="picture" says="Has a picture" />}
      {((table.evidence[row] ?? 0) & 2) > 0 && <Icon name="trace" says="Has a trace" />}
      {project !== undefined && <span class="tag user">{project}</span>}
      {order !== 'environments' && <EnvironmentTag name={environment} />}
      {(table.numbers.attempts[row] ?? 1) > 1 && <span class="tag">{table.numbers.attempts[row]}×</span>}
      <span class="time">{duration(table.numbers.durations[row])}</span>
    </a>
  );
}

/** Where a row contains the first term that its own line does not show. */
function hitOf({ app, data, view: { deep } }: ReportState, row: number): Hit | undefined {
  const { file, suites } = data.at(row);
  const path = [file, ...suites].join('\n');
  for (const term of termsOf(app.address.peek().filter.text)) {
    const hit = deep.hit(row, term);
    if (hit !== undefined && !data.table.contains(row, term) && !fold(path).includes(term)) return hit;
  }
  return undefined;
}

function Nothing() {
  const { data, view } = useReport();
  const isLoading = !data.isWhole || view.deep.progress.value !== undefined;
  return (
    <p class="nothing">
      {isLoading ? 'Searching …' : data.run.rows === 0 ? `${data.emptiness}.` : 'No tests match these filters.'}
    </p>
  );
}
