import { describe, expect, test } from 'vitest';
import { dependenciesOn, runProject } from './starter.mjs';
import { LONG, useWorkshop } from './test/use-workshop.js';

const workshop = useWorkshop();

const TEST = "test('adds', () => { expect(1 + 1).toBe(2); });\n";

/** The newest version that is too old, the oldest that is not, and a project that is set up. */
const TOO_OLD = {
  Vitest: {
    ...{ version: '2.1.9', least: '3.2', script: 'vitest run' },
    files: {
      'vitest.config.mjs': "export default { test: { reporters: ['default', '@testpoint/vitest'] } };\n",
      'sum.test.mjs': `import { expect, test } from 'vitest';\n${TEST}`,
    },
  },
  Jest: {
    ...{ version: '28.1.3', least: '29.0', script: 'jest' },
    files: {
      'jest.config.js':
        "module.exports = { reporters: ['default', '@testpoint/jest'], setupFilesAfterEnv: ['@testpoint/jest/setup'] };\n",
      'sum.test.js': TEST,
    },
  },
  Mocha: {
    ...{ version: '9.2.2', least: '10.0', script: 'mocha' },
    files: {
      '.mocharc.json': JSON.stringify({ reporter: '@testpoint/mocha', require: ['@testpoint/mocha/setup'] }),
      'test/sum.js': "it('adds', () => { require('node:assert').strictEqual(1 + 1, 2); });\n",
    },
  },
};

describe('a framework that is too old: one line says so, and the tests pass', () => {
  test.each(Object.entries(TOO_OLD))('%s', { timeout: LONG }, async (title, { version, least, script, files }) => {
    const name = title.toLowerCase();
    const devDependencies = { [name]: version, ...dependenciesOn(`@testpoint/${name}`, workshop()) };
    const manifest = { private: true, scripts: { test: script }, devDependencies };
    const { status, output } = await runProject(workshop(), name, {
      'package.json': JSON.stringify(manifest),
      ...files,
    });
    expect(output.match(/.*Testpoint: not reporting.*/g), output).toEqual([
      `Testpoint: not reporting: ${title} ${version} is too old. @testpoint/${name} works with ${title} ${least} and newer.`,
    ]);
    expect(status).toBe(0);
    expect(output).not.toMatch(/^\s+at .*testpoint/m);
  });
});
