import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { labs } from '@testpoint/frameworks/labs';
import { ATTACHMENT_BYTES, type Attach, type Contestant, type Delivered, FRAMEWORKS } from './peer.js';

/** The API of all its reporters, for tests whose framework has none of its own. */
const COMMONS: Attach = {
  api: 'allure-js-commons',
  call: "(name, content) => api.attachment(name, content, 'text/plain')",
};

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
  wire(framework, { folder }) {
    const { peers, attach } = labs[framework].bench;
    return { ...peers.allure(folder), ...(attach === undefined && { attach: COMMONS }) };
  },
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
