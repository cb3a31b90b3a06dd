import { styleText } from 'node:util';

type Paint = (text: string) => string;

/** How text is emphasised; every member returns its text unchanged where there are no colours. */
export interface Palette {
  bold: Paint;
  dim: Paint;
  red: Paint;
  yellow: Paint;
  green: Paint;
}

/** Made at load: tests may stub what `styleText` calls, and change the codes that it looks up. */
const COLOURED: Palette = {
  bold: paintOf('bold'),
  dim: paintOf('dim'),
  red: paintOf('red'),
  yellow: paintOf('yellow'),
  green: paintOf('green'),
};
const asItIs: Paint = (text) => text;
const PLAIN: Palette = { bold: asItIs, dim: asItIs, red: asItIs, yellow: asItIs, green: asItIs };

/** The palette for what is written to a stream, as the user's environment wants it. */
export function paletteFor(stream: { isTTY?: boolean }, env: NodeJS.ProcessEnv = process.env): Palette {
  return isColoured(stream, env) ? COLOURED : PLAIN;
}

/**
 * On a terminal, and with FORCE_COLOR everywhere; never with NO_COLOR, FORCE_COLOR=0 or NODE_DISABLE_COLORS. `styleText` could
 * decide that too, but Node warns about FORCE_COLOR beside NO_COLOR then, in the middle of the suite's output.
 */
function isColoured({ isTTY }: { isTTY?: boolean }, env: NodeJS.ProcessEnv): boolean {
  const { NO_COLOR = '', NODE_DISABLE_COLORS = '', FORCE_COLOR = '' } = env;
  if (NO_COLOR !== '' || NODE_DISABLE_COLORS !== '') return false;
  if (FORCE_COLOR !== '') return FORCE_COLOR !== '0' && FORCE_COLOR !== 'false';
  return isTTY === true && env.TERM !== 'dumb';
}

function paintOf(style: keyof Palette): Paint {
  const [on = '', off = ''] = styleText(style, '|', { validateStream: false }).split('|');
  return (text) => on + text + off;
}
