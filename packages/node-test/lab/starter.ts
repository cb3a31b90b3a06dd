import type { Lab } from '@testpoint/frameworks/lab';
import { TYPESCRIPT, tsconfig } from '../../frameworks/src/starter-parts.js';

export const starter: Lab['starter'] = ({ typescript }) => {
  const isModule = typescript !== 'commonjs';
  const name = (what: string, from: string) =>
    isModule || typescript !== undefined ? `import ${what} from '${from}';\n` : `const ${what} = require('${from}');\n`;
  const tests = `${name('test', 'node:test')}${name('assert', 'node:assert')}
test('adds 1 and 2', () => { assert.strictEqual(1 + 2, 3); });
test('adds 2 and 3', () => { assert.strictEqual(2 + 3, 5); });
`;
  if (typescript === undefined) {
    return { devDependencies: {}, test: 'node --test', files: { 'test/sum.test.mjs': tests } };
  }
  return {
    devDependencies: { tsx: '^4.20.0', typescript: TYPESCRIPT, '@types/node': '^20.0.0' },
    test: 'node --import tsx --test test/sum.test.ts',
    files: {
      'tsconfig.json': isModule ? tsconfig('nodenext', 'nodenext') : tsconfig('commonjs', 'node10'),
      'test/sum.test.ts': tests,
    },
  };
};
