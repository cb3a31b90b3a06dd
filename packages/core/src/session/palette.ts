import { inspect } from 'node:util';
import { env } from '../built-ins/at-load.js';

const STYLES = ['bold', 'dim', 'red', 'yellow', 'green'] as const;
type Style = (typeof STYLES)[number];
type Paint = (text: string) => string;

/** How to emphasize text. Every member returns its text unchanged if there are no colors. */
export type Palette = Record<Style, Paint>;

/** Created at load, because tests may change the codes. `styleText` would create `process.stdout`, which takes 5 ms. */
const COLORED = paletteOf((style) => {
  const [on = 0, off = 0] = inspect.colors[style] ?? [];
  return (text) => `\u001b[${on}m${text}\u001b[${off}m`;
});
const PLAIN = paletteOf(() => (text) => text);

/** The palette for a stream, according to the user's environment. */
export function paletteFor(stream: { isTTY?: boolean } | undefined, variables: NodeJS.ProcessEnv = env): Palette {
  return isColored(stream?.isTTY, variables) ? COLORED : PLAIN;
}

/**
 * Colors on a terminal, and everywhere with FORCE_COLOR; never with NO_COLOR, FORCE_COLOR=0 or NODE_DISABLE_COLORS.
 * `styleText` could decide that too, but Node would then warn about FORCE_COLOR together with NO_COLOR, in the middle of the
 * suite's output.
 */
function isColored(isTTY: boolean | undefined, variables: NodeJS.ProcessEnv): boolean {
  const { NO_COLOR = '', NODE_DISABLE_COLORS = '', FORCE_COLOR = '', TERM } = variables;
  if (NO_COLOR !== '' || NODE_DISABLE_COLORS !== '') return false;
  if (FORCE_COLOR !== '') return FORCE_COLOR !== '0' && FORCE_COLOR !== 'false';
  return isTTY === true && TERM !== 'dumb';
}

function paletteOf(paint: (style: Style) => Paint): Palette {
  return Object.fromEntries(STYLES.map((style) => [style, paint(style)])) as Palette;
}
