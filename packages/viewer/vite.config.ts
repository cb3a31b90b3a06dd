import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';
import { pages } from './bundling/pages.js';

const source = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** Builds one classic script and one style, because a page from `file://` cannot load modules. */
export default defineConfig({
  root: source('.'),
  logLevel: 'warn',
  resolve: {
    alias: {
      '@testpoint/frameworks': source('../frameworks/src/index.ts'),
      '@testpoint/report/browser': source('../report/src/browser.ts'),
      '@testpoint/report/format': source('../report/src/format.ts'),
      '@testpoint/interface/codec': source('../interface/src/codec.ts'),
      '@testpoint/interface/constants': source('../interface/src/constants.ts'),
    },
  },
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  plugins: [pages()],
  build: {
    // The first versions that support `light-dark()`, relative colors and `:has()`.
    target: ['chrome125', 'firefox128', 'safari18'],
    modulePreload: false,
    cssCodeSplit: false,
    reportCompressedSize: false,
    rolldownOptions: {
      input: source('src/main.tsx'),
      output: { format: 'iife', entryFileNames: 'app.js', assetFileNames: 'app.[ext]' },
    },
  },
});
