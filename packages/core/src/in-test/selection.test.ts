import { posix, win32 } from 'node:path';
import { expect, it } from 'vitest';
import { relativeTo } from './selection.js';

it.each([
  ['/work/shop', '/work/shop/test/cart.js'],
  ['/work/shop/', '/work/shop/test/cart.js'],
  ['/work/shop', '/work/shopping/cart.js'],
  ['/work/shop/test', '/work/cart.js'],
  ['/', '/cart.js'],
])('a path relative to a folder is what Node says: %s, %s', (folder, path) => {
  expect(relativeTo(folder, path)).toBe(posix.relative(folder, path));
});

it.each([
  ['C:\\work\\shop', 'C:\\work\\shop\\test\\cart.js'],
  ['c:\\work\\shop', 'C:\\Work\\shop\\test\\cart.js'],
  ['C:\\work\\shop', 'c:/work/shop/test/cart.js'],
  ['C:\\work\\shop', 'C:\\work\\cart.js'],
  ['C:\\work\\shop', 'D:\\work\\cart.js'],
])('on Windows, with posix separators: %s, %s', (folder, path) => {
  expect(relativeTo(folder, path)).toBe(win32.relative(folder, path).replaceAll('\\', '/'));
});
