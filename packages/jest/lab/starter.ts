import type { Lab } from '@testpoint/frameworks/lab';
import { FEATURE, sumTests, TYPED_SUM, TYPESCRIPT, tsconfig } from '../../frameworks/src/starter-parts.js';

const SUM = 'module.exports = (a, b) => a + b;\n';

export const starter: Lab['starter'] = ({ typescript, manager }) => {
  if (typescript === undefined) {
    return {
      // Jest 30 has its own resolver, with a package for each system, which Yarn needs to know.
      devDependencies: { jest: manager === 'yarn' ? '^29.7.0' : '^30.0.0' },
      test: 'jest',
      files: { 'sum.js': SUM, 'sum.test.js': `const sum = require('./sum');\n${sumTests}` },
    };
  }
  const isModule = typescript === 'esm';
  return {
    devDependencies: { jest: '^30.0.0', 'ts-jest': '^29.4.0', typescript: TYPESCRIPT, '@types/jest': '^30.0.0' },
    test: isModule ? 'node --experimental-vm-modules node_modules/jest/bin/jest.js' : 'jest',
    files: {
      'tsconfig.json': isModule ? tsconfig('nodenext', 'nodenext') : tsconfig('commonjs', 'node10'),
      'jest.config.js': jestConfig(isModule),
      'sum.ts': TYPED_SUM,
      'sum.test.ts': `import { sum } from './sum${isModule ? '.js' : ''}';\n${sumTests}`,
    },
  };
};

const BOUND = `const { autoBindSteps, loadFeature } = require('jest-cucumber');

const steps = ({ given, when, then }) => {
  let things;
  given('an empty cart', () => {
    things = 0;
  });
  when(/^I add (\\d+) things?$/, (count) => {
    things += Number(count);
  });
  then(/^it has (\\d+) things?$/, (count) => {
    expect(things).toBe(Number(count));
  });
};
autoBindSteps([loadFeature('features/cart.feature')], [steps]);
`;

export const startersOf: NonNullable<Lab['startersOf']> = {
  'jest-cucumber': {
    devDependencies: { jest: '^30.0.0', 'jest-cucumber': '^4.5.0' },
    test: 'jest',
    files: { 'features/cart.feature': FEATURE, 'features/cart.test.js': BOUND },
  },
};

function jestConfig(isModule: boolean) {
  return isModule
    ? `import { createDefaultEsmPreset } from 'ts-jest';

const { transform, extensionsToTreatAsEsm } = createDefaultEsmPreset();

/** @type {import('jest').Config} */
export default {
  testEnvironment: 'node',
  transform,
  extensionsToTreatAsEsm,
  moduleNameMapper: { '^(\\\\.{1,2}/.*)\\\\.js$': '$1' },
};
`
    : `const { createDefaultPreset } = require("ts-jest");

const tsJestTransformCfg = createDefaultPreset().transform;

/** @type {import("jest").Config} **/
module.exports = {
  testEnvironment: "node",
  transform: {
    ...tsJestTransformCfg,
  },
};
`;
}
