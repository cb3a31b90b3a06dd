import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { ATTACHMENT_BYTES, type Contestant, type Delivered, FRAMEWORKS, type Framework, type Wiring } from './peer.js';

/** Allure has no service: its reporters write files, from which a report is made later. */
export const allure: Contestant = {
  name: 'allure',
  frameworks: FRAMEWORKS,
  limits: {},
  startService: async ({ folder }) => ({
    url: '',
    delivered: async () => written(folder),
    close: async () => {},
  }),
  wire: (framework, { folder }) => WIRINGS[framework](folder),
};

const ATTACH = `const { attachment } = require('allure-js-commons');
exports.attach = (name, content) => attachment(name, content, 'text/plain');
`;

const WIRINGS: Record<Framework, (resultsDir: string) => Wiring> = {
  playwright: (resultsDir) => ({ reporter: ['allure-playwright', { resultsDir }], env: {} }),
  jest: (resultsDir) => ({
    config: { testEnvironment: 'allure-jest/node', testEnvironmentOptions: { resultsDir } },
    env: {},
    attach: ATTACH,
  }),
  vitest: (resultsDir) => ({
    // The reporter adds its setup file itself.
    reporter: ['allure-vitest/reporter', { resultsDir }],
    env: {},
    attach: `import { attachment } from 'allure-js-commons';
export const attach = (name, content) => attachment(name, content, 'text/plain');
`,
  }),
  mocha: (resultsDir) => ({
    reporter: ['allure-mocha', { resultsDir }],
    env: {},
    attach: ATTACH,
  }),
};

function written(folder: string): Delivered {
  const sizes = readdirSync(folder).map((name) => ({ name, size: statSync(join(folder, name)).size }));
  return {
    results: sizes.filter(({ name }) => name.endsWith('-result.json')).length,
    attachments: sizes.filter(({ name, size }) => name.includes('-attachment') && size === ATTACHMENT_BYTES).length,
    requests: sizes.length,
    bytes: sizes.reduce((sum, { size }) => sum + size, 0),
  };
}
