import type { Lab } from '@testpoint/frameworks/lab';
import { FEATURE, TYPESCRIPT, tsconfig } from '../../frameworks/src/starter-parts.js';

const steps = (imports: string, types: { world: string; number: string }) => `${imports}
Given('an empty cart', function (${types.world}) { this.things = 0; });
When('I add {int} thing(s)', function (${types.world === '' ? '' : `${types.world}, `}count${types.number}) { this.things += count; });
Then('it has {int} thing(s)', function (${types.world === '' ? '' : `${types.world}, `}count${types.number}) { assert.strictEqual(this.things, count); });
`;

export const starter: Lab['starter'] = ({ typescript }) => {
  const plain = `const assert = require('node:assert');\nconst { Given, When, Then } = require('@cucumber/cucumber');\n`;
  const devDependencies = { '@cucumber/cucumber': '^12.0.0' };
  if (typescript === undefined) {
    return {
      devDependencies,
      test: 'cucumber-js',
      files: {
        'features/cart.feature': FEATURE,
        'features/step_definitions/cart.js': steps(plain, { world: '', number: '' }),
      },
    };
  }
  const isModule = typescript === 'esm';
  const typed = `import assert from 'node:assert';\nimport { Given, Then, When } from '@cucumber/cucumber';\n\ninterface Cart { things: number }\n`;
  const profile = isModule
    ? `export default { import: ['features/**/*.ts'] };\n`
    : `module.exports = { default: { requireModule: ['tsx/cjs'], require: ['features/**/*.ts'] } };\n`;
  return {
    devDependencies: { ...devDependencies, tsx: '^4.20.0', typescript: TYPESCRIPT, '@types/node': '^20.0.0' },
    test: isModule ? "NODE_OPTIONS='--import tsx' cucumber-js" : 'cucumber-js',
    files: {
      'tsconfig.json': isModule ? tsconfig('nodenext', 'nodenext') : tsconfig('commonjs', 'node10'),
      'cucumber.js': profile,
      'features/cart.feature': FEATURE,
      'features/steps/cart.ts': steps(typed, { world: 'this: Cart', number: ': number' }),
    },
  };
};
