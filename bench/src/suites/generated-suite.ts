import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { labs } from '@testpoint/frameworks/labs';
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
const FIRST_FAILURE = 25;

export function attachmentsOf({ size }: SuiteShape): number {
  return Math.ceil(size / TESTS_TO_ATTACHMENT);
}

export function filesOf({ size }: SuiteShape): number {
  return Math.ceil(size / TESTS_OF_FILE);
}

/** Extension of the suite's modules. */
export function extension(framework: Framework): string {
  return labs[framework].bench.extension;
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

/** The module through which tests attach. By default, they use the framework's own API, if it has one. */
export function attachModule(framework: Framework, attach?: Attach): string {
  const own = `${exported(framework, 'attach')} = ${attach?.call ?? labs[framework].bench.attach ?? '() => {}'};\n`;
  return attach === undefined
    ? own
    : `${imported(framework, isModule(framework) ? '* as api' : 'api', attach.api)}${own}`;
}

function imported(framework: Framework, names: string, module: string): string {
  return isModule(framework) ? `import ${names} from '${module}';\n` : `const ${names} = require('${module}');\n`;
}

function exported(framework: Framework, name: string): string {
  return isModule(framework) ? `export const ${name}` : `exports.${name}`;
}

function isModule(framework: Framework): boolean {
  return extension(framework) === 'mjs';
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
${labs[framework].bench.describe}('cart ${padded(from / TESTS_OF_FILE, 4)}', () => {
${tests.join('\n\n')}
});
`;
}

function test({ framework, testTime }: SuiteShape, index: number, isLast: boolean): string {
  const { testsToFailure, context, expectation, test } = labs[framework].bench;
  const title = `adds up ${padded(index, 5)} pieces`;
  const isFailing = index % testsToFailure === FIRST_FAILURE;
  const lines = [
    ...(testTime > 0 ? [`await pause(${testTime});`] : []),
    ...(index % TESTS_TO_ATTACHMENT === 0 ? [`await attach('note.txt', noteOn('${title}'), ${context});`] : []),
    ...(isLast ? ['lastTestEnds();'] : []),
    expectation(`priceOf(${index})`, isFailing ? 0 : index * 3),
  ];
  const isAsync = lines.some((line) => line.startsWith('await'));
  return test(title, lines, isAsync);
}

function head(framework: Framework): string {
  const own = labs[framework].bench.imports.map(([names, module]) => imported(framework, names, module));
  const attach = imported(framework, '{ attach }', `../attach.${extension(framework)}`);
  const shared = imported(framework, '{ lastTestEnds, noteOn, pause, priceOf }', `../suite.${extension(framework)}`);
  return [...own, attach, shared].join('');
}

function padded(value: number, digits: number): string {
  return String(value).padStart(digits, '0');
}
