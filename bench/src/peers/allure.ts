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

const ATTACH = { api: 'allure-js-commons', call: "(name, content) => api.attachment(name, content, 'text/plain')" };

const WIRINGS: Record<Framework, (resultsDir: string) => Wiring> = {
  playwright: (resultsDir) => ({ reporter: ['allure-playwright', { resultsDir }] }),
  jest: (resultsDir) => ({
    config: { testEnvironment: 'allure-jest/node', testEnvironmentOptions: { resultsDir } },
    attach: ATTACH,
  }),
  // The reporter adds its setup file itself.
  vitest: (resultsDir) => ({ reporter: ['allure-vitest/reporter', { resultsDir }], attach: ATTACH }),
  mocha: (resultsDir) => ({ reporter: ['allure-mocha', { resultsDir }], attach: ATTACH }),
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
