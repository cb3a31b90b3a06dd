import { groupOf, type Tree } from '../../model/tree.js';
import type { ViewState } from '../../model/view-state.js';
import type { Keys } from '../keys.js';

interface TreePosition {
  tree: Tree;
  view: Pick<ViewState, 'isFolded' | 'toggle'>;
  /** Positions in the tree's order that are visible; at least one. */
  places: Int32Array;
  /** Index into `places`. */
  active: number;
  /** How many entries fit on the screen. */
  page: number;
  /** Makes another index into `places` the active one. */
  mark: (active: number) => void;
  open: (row: number) => void;
}

/** The keys of a tree according to the ARIA Authoring Practices. */
export function treeKeys(position: TreePosition): Keys {
  const { tree, view, places, active, page, mark, open } = position;
  const last = places.length - 1;
  const entry = tree.order[places[active] ?? 0] ?? 0;
  const group = groupOf(tree, entry);
  const activate = () => (group === undefined ? open(entry) : view.toggle(group));
  return {
    ArrowDown: () => mark(Math.min(last, active + 1)),
    ArrowUp: () => mark(Math.max(0, active - 1)),
    PageDown: () => mark(Math.min(last, active + page)),
    PageUp: () => mark(Math.max(0, active - page)),
    Home: () => mark(0),
    End: () => mark(last),
    ArrowRight: () => {
      if (group === undefined || view.isFolded(group)) activate();
      else mark(Math.min(last, active + 1));
    },
    ArrowLeft: () => {
      if (group !== undefined && !view.isFolded(group)) view.toggle(group);
      else mark(outerOf(position));
    },
    Enter: activate,
    ' ': activate,
    '*': () => view.toggle(...tree.groups.filter((one) => view.isFolded(one))),
  };
}

/** The group around the active entry, or the entry itself if there is none. */
function outerOf({ tree: { depths }, places, active }: TreePosition): number {
  const depth = depths[places[active] ?? 0] ?? 0;
  for (let index = active - 1; index >= 0; index--) if ((depths[places[index] ?? 0] ?? 0) < depth) return index;
  return active;
}
