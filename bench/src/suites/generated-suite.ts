import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ATTACHMENT_BYTES, type Attach, type Framework } from '../peers/peer.js';

/** The options of a suite, the same in all frameworks. */
export interface SuiteShape {
  framework: Framework;
  /** Number of tests; 100 per file. */
  size: number;
  /** How long each test waits, as for a browser or a server, milliseconds. */
  testTime: number;
}

const TESTS_OF_FILE = 100;
const TESTS_TO_ATTACHMENT = 20;
/** In Playwright, every failure restarts a worker, which costs as much as hundreds of tests. */
const TESTS_TO_FAILURE = { playwright: 500, jest: 50, vitest: 50, mocha: 50 } as const;
const FIRST_FAILURE = 25;

export function attachmentsOf({ size }: SuiteShape): number {
  return Math.ceil(size / TESTS_TO_ATTACHMENT);
}

export function filesOf({ size }: SuiteShape): number {
  return Math.ceil(size / TESTS_OF_FILE);
}

/** Extension of the suite's modules: Vitest's are ES modules. */
export function extension(framework: Framework): string {
  return framework === 'vitest' ? 'mjs' : 'js';
}

/** Writes test files into a folder's `files`, and their imports next to it. */
export function writeSuite(folder: string, shape: SuiteShape): void {
  const { framework, size } = shape;
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(join(folder, 'files'), { recursive: true });
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true, type: 'commonjs' }));
  writeFileSync(join(folder, `suite.${extension(framework)}`), sharedModule(framework));
  for (let first = 0; first < size; first += TESTS_OF_FILE) {
    const name = `${padded(first / TESTS_OF_FILE, 4)}.test.${extension(framework)}`;
    writeFileSync(join(folder, 'files', name), testFile(shape, first, Math.min(first + TESTS_OF_FILE, size)));
  }
}

/** The module through which tests attach. By default, they use Playwright's API, or nothing in other frameworks. */
export function attachModule(framework: Framework, attach?: Attach): string {
  if (attach !== undefined) {
    const api = framework === 'vitest' ? '* as api' : 'api';
    return `${imported(framework, api, attach.api)}${exported(framework, 'attach')} = ${attach.call};\n`;
  }
  const native = "(name, body, testInfo) => testInfo.attach(name, { body, contentType: 'text/plain' })";
  return `${exported(framework, 'attach')} = ${framework === 'playwright' ? native : '() => {}'};\n`;
}

function imported(framework: Framework, names: string, module: string): string {
  return framework === 'vitest' ? `import ${names} from '${module}';\n` : `const ${names} = require('${module}');\n`;
}

function exported(framework: Framework, name: string): string {
  return framework === 'vitest' ? `export const ${name}` : `exports.${name}`;
}

function sharedModule(framework: Framework): string {
  return `${imported(framework, '{ appendFileSync }', 'node:fs')}
${exported(framework, 'priceOf')} = (pieces) => pieces * 3;
${exported(framework, 'noteOn')} = (title) => \`What is known about "\${title}". \`.repeat(100).slice(0, ${ATTACHMENT_BYTES});
${exported(framework, 'pause')} = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));
${exported(framework, 'lastTestEnds')} = () => appendFileSync(process.env.BENCH_ENDS, \`\${Date.now()}\\n\`);
`;
}

function testFile(shape: SuiteShape, from: number, to: number): string {
  const { framework } = shape;
  const tests = Array.from({ length: to - from }, (_, index) => test(shape, from + index, from + index === to - 1));
  return `${head(framework)}
${framework === 'playwright' ? 'test.' : ''}describe('cart ${padded(from / TESTS_OF_FILE, 4)}', () => {
${tests.join('\n\n')}
});
`;
}

function test({ framework, testTime }: SuiteShape, index: number, isLast: boolean): string {
  const title = `adds up ${padded(index, 5)} pieces`;
  const isFailing = index % TESTS_TO_FAILURE[framework] === FIRST_FAILURE;
  const price = isFailing ? 0 : index * 3;
  const lines = [
    ...(testTime > 0 ? [`await pause(${testTime});`] : []),
    ...(index % TESTS_TO_ATTACHMENT === 0
      ? [`await attach('note.txt', noteOn('${title}'), ${CONTEXTS[framework]});`]
      : []),
    ...(isLast ? ['lastTestEnds();'] : []),
    framework === 'mocha' ? `assert.equal(priceOf(${index}), ${price});` : `expect(priceOf(${index})).toBe(${price});`,
  ];
  if (framework === 'playwright') return playwrightTest(title, lines);
  const isAsync = lines.some((line) => line.startsWith('await'));
  const name = framework === 'mocha' ? 'it' : 'test';
  // In Mocha, a test's context is `this`; in Vitest it is the parameter.
  const head = framework === 'mocha' ? 'function ()' : framework === 'vitest' && isAsync ? '(context) =>' : '() =>';
  return `  ${name}('${title}', ${isAsync ? 'async ' : ''}${head} {\n    ${lines.join('\n    ')}\n  });`;
}

function playwrightTest(title: string, lines: readonly string[]): string {
  return `  test('${title}', async ({}, testInfo) => {
    await test.step('open the cart', async () => {
      await test.step('add the pieces', async () => {
        await test.step('read the price', async () => {
          ${lines.join('\n          ')}
        });
      });
    });
  });`;
}

/** A value by which a reporter may recognize the running test. */
const CONTEXTS: Record<Framework, string> = {
  playwright: 'testInfo',
  jest: 'undefined',
  vitest: 'context',
  mocha: 'this',
};

const OWN_IMPORTS: Record<Framework, [names: string, module: string][]> = {
  playwright: [['{ expect, test }', '@playwright/test']],
  jest: [],
  vitest: [['{ describe, expect, test }', 'vitest']],
  mocha: [['assert', 'node:assert/strict']],
};

function head(framework: Framework): string {
  const own = OWN_IMPORTS[framework].map(([names, module]) => imported(framework, names, module));
  const attach = imported(framework, '{ attach }', `../attach.${extension(framework)}`);
  const shared = imported(framework, '{ lastTestEnds, noteOn, pause, priceOf }', `../suite.${extension(framework)}`);
  return [...own, attach, shared].join('');
}

function padded(value: number, digits: number): string {
  return String(value).padStart(digits, '0');
}
