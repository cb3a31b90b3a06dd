import type { Group, Tree } from '../../model/tree.js';

export interface TreePosition {
  tree: Tree;
  /** Positions in the tree's order that are visible. */
  places: Int32Array;
  /** Index into `places`. */
  active: number;
  /** How many entries fit on the screen. */
  page: number;
  isFolded: (group: Group) => boolean;
}

/** The effects of a key; only the members that are set apply. */
export interface TreeMove {
  active?: number;
  toggle?: Group;
  unfold?: Group[];
  /** Row to open. */
  open?: number;
}

/** The keys of a tree according to the ARIA Authoring Practices; undefined for any other key. */
export function moveInTree(key: string, position: TreePosition): TreeMove | undefined {
  const { places, active, page } = position;
  const last = places.length - 1;
  if (last < 0) return undefined;
  switch (key) {
    case 'ArrowDown':
      return { active: Math.min(last, active + 1) };
    case 'ArrowUp':
      return { active: Math.max(0, active - 1) };
    case 'PageDown':
      return { active: Math.min(last, active + page) };
    case 'PageUp':
      return { active: Math.max(0, active - page) };
    case 'Home':
      return { active: 0 };
    case 'End':
      return { active: last };
    case 'ArrowRight':
      return moveIn(position);
    case 'ArrowLeft':
      return moveOut(position);
    case 'Enter':
    case ' ':
      return activate(position);
    case '*':
      return { unfold: position.tree.groups.filter(position.isFolded) };
    default:
      return undefined;
  }
}

function moveIn(position: TreePosition): TreeMove {
  const group = groupAt(position);
  if (group === undefined) return activate(position);
  return position.isFolded(group)
    ? { toggle: group }
    : { active: Math.min(position.places.length - 1, position.active + 1) };
}

function moveOut(position: TreePosition): TreeMove {
  const { tree, places, active, isFolded } = position;
  const group = groupAt(position);
  if (group !== undefined && !isFolded(group)) return { toggle: group };
  const depth = tree.depths[places[active] ?? 0] ?? 0;
  for (let index = active - 1; index >= 0; index--) {
    if ((tree.depths[places[index] ?? 0] ?? 0) < depth) return { active: index };
  }
  return {};
}

function activate(position: TreePosition): TreeMove {
  const group = groupAt(position);
  if (group !== undefined) return { toggle: group };
  const row = position.tree.order[position.places[position.active] ?? 0];
  return row === undefined ? {} : { open: row };
}

function groupAt({ tree, places, active }: TreePosition): Group | undefined {
  const entry = tree.order[places[active] ?? 0] ?? 0;
  return entry < 0 ? tree.groups[-1 - entry] : undefined;
}
