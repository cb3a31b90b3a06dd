import type { Lab } from '@testpoint/frameworks/lab';
import { sumTests, TYPED_SUM, TYPESCRIPT, tsconfig } from '../../frameworks/src/starter-parts.js';

export const starter: Lab['starter'] = ({ typescript }) => ({
  devDependencies: { vitest: '^4.0.0', ...(typescript && { typescript: TYPESCRIPT }) },
  test: 'vitest run',
  files: {
    ...(typescript && {
      'tsconfig.json': tsconfig('esnext', 'bundler'),
      'vite.config.ts': `/// <reference types="vitest/config" />
import { defineConfig } from 'vite';

// https://vite.dev/config/
export default defineConfig({
  test: {
    globals: false,
  },
});
`,
    }),
    [typescript ? 'sum.ts' : 'sum.mjs']: TYPED_SUM.replaceAll(typescript ? '' : ': number', ''),
    [typescript ? 'sum.test.ts' : 'sum.test.mjs']:
      `import { expect, test } from 'vitest';\nimport { sum } from './sum${typescript ? '' : '.mjs'}';\n${sumTests}`,
  },
});
