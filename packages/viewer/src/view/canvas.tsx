import type { Ref } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { theme } from './theme.js';

const COLORS = [
  ...(['passed', 'failed', 'blocked', 'skipped', 'flaky', 'known', 'none'] as const),
  ...(['surface', 'line', 'ink', 'faint'] as const),
];
export type Palette = Record<(typeof COLORS)[number], string>;

/** Size in CSS pixels. */
export type Draw = (context: CanvasRenderingContext2D, width: number, height: number, palette: Palette) => void;

/**
 * A canvas at the screen's resolution, redrawn when its size or the theme changes.
 * @param draw is called again when `dependencies` change
 */
export function useCanvas(draw: Draw, dependencies: readonly unknown[]): Ref<HTMLCanvasElement> {
  const ref = useRef<HTMLCanvasElement>(null);
  const chosen = theme.value;
  useLayoutEffect(() => {
    const canvas = ref.current;
    const context = canvas?.getContext('2d');
    if (!canvas || !context) return undefined;
    const redraw = () => {
      const { clientWidth: width, clientHeight: height } = canvas;
      const scale = devicePixelRatio || 1;
      canvas.width = Math.round(width * scale);
      canvas.height = Math.round(height * scale);
      context.scale(scale, scale);
      draw(context, width, height, paletteOf(canvas));
    };
    const observer = new ResizeObserver(redraw);
    observer.observe(canvas);
    const system = matchMedia('(prefers-color-scheme: dark)');
    system.addEventListener('change', redraw);
    return () => {
      observer.disconnect();
      system.removeEventListener('change', redraw);
    };
  }, [chosen, ...dependencies]);
  return ref;
}

/** The theme's colors in a form that a canvas understands. */
function paletteOf(canvas: HTMLCanvasElement): Palette {
  const color = (name: keyof Palette) => {
    canvas.style.color = `var(--${name})`;
    return getComputedStyle(canvas).color;
  };
  const palette = Object.fromEntries(COLORS.map((name) => [name, color(name)])) as Palette;
  canvas.style.color = '';
  return palette;
}
