import type { Lab } from '@testpoint/frameworks/lab';
import { TYPESCRIPT, tsconfig } from '../../frameworks/src/starter-parts.js';

export const starter: Lab['starter'] = ({ typescript }) => {
  const assert = typescript ? "import assert from 'node:assert';\n" : "const assert = require('node:assert');\n";
  const tests = `describe('Array', () => {
  it('finds what is there', () => { assert.strictEqual([1, 2, 3].indexOf(3), 2); });
  it('does not find what is not', () => { assert.strictEqual([1, 2, 3].indexOf(4), -1); });
});
`;
  if (typescript === undefined) {
    return { devDependencies: { mocha: '^11.0.0' }, test: 'mocha', files: { 'test/test.js': assert + tests } };
  }
  const isModule = typescript === 'esm';
  return {
    devDependencies: {
      mocha: '^11.0.0',
      tsx: '^4.20.0',
      typescript: TYPESCRIPT,
      '@types/mocha': '^10.0.0',
      '@types/node': '^20.0.0',
    },
    test: 'mocha',
    files: {
      'tsconfig.json': isModule ? tsconfig('nodenext', 'nodenext') : tsconfig('commonjs', 'node10'),
      '.mocharc.yml': '# where the tests are\nspec: test/**/*.ts\nrequire: tsx\n',
      'test/array.spec.ts': assert + tests,
    },
  };
};
