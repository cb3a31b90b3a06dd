import { inspect } from 'node:util';

type Paint = (text: string) => string;

/** How to emphasize text. Every member returns its text unchanged if there are no colors. */
export interface Palette {
  bold: Paint;
  dim: Paint;
  red: Paint;
  yellow: Paint;
  green: Paint;
}

/** Created at load, because tests may change the codes. `styleText` would create `process.stdout`, which takes 5 ms. */
const COLORED: Palette = {
  bold: paintOf('bold'),
  dim: paintOf('dim'),
  red: paintOf('red'),
  yellow: paintOf('yellow'),
  green: paintOf('green'),
};
const asItIs: Paint = (text) => text;
const PLAIN: Palette = { bold: asItIs, dim: asItIs, red: asItIs, yellow: asItIs, green: asItIs };

/** The palette for a stream, according to the user's environment. */
export function paletteFor(stream: { isTTY?: boolean }, env: NodeJS.ProcessEnv = process.env): Palette {
  return isColored(stream, env) ? COLORED : PLAIN;
}

/**
 * Colors on a terminal, and everywhere with FORCE_COLOR; never with NO_COLOR, FORCE_COLOR=0 or NODE_DISABLE_COLORS.
 * `styleText` could decide that too, but Node would then warn about FORCE_COLOR together with NO_COLOR, in the middle of the
 * suite's output.
 */
function isColored({ isTTY }: { isTTY?: boolean }, env: NodeJS.ProcessEnv): boolean {
  const { NO_COLOR = '', NODE_DISABLE_COLORS = '', FORCE_COLOR = '' } = env;
  if (NO_COLOR !== '' || NODE_DISABLE_COLORS !== '') return false;
  if (FORCE_COLOR !== '') return FORCE_COLOR !== '0' && FORCE_COLOR !== 'false';
  return isTTY === true && env.TERM !== 'dumb';
}

function paintOf(style: keyof Palette): Paint {
  const [on = 0, off = 0] = inspect.colors[style] ?? [];
  return (text) => `\u001b[${on}m${text}\u001b[${off}m`;
}
