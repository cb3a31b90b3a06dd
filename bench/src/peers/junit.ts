import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { labs } from '@testpoint/frameworks/labs';
import { byFramework, type Contestant, FRAMEWORKS } from './peer.js';

const FILE = 'junit.xml';

/** The framework's own JUnit reporter: what it costs to write results into one file, and to send nothing. */
export const junit: Contestant = {
  name: 'junit',
  frameworks: FRAMEWORKS.filter((framework) => labs[framework].bench.peers.junit !== undefined),
  limits: byFramework((framework) => labs[framework].bench.peers.junit && 'It writes one file, without attachments.'),
  startService: async ({ folder }) => ({
    url: '',
    delivered: async () => {
      const text = existsSync(join(folder, FILE)) ? readFileSync(join(folder, FILE), 'utf8') : '';
      return { results: text.split('<testcase').length - 1, attachments: 0, requests: 1, bytes: text.length };
    },
    close: async () => {},
  }),
  wire: (framework, { folder }) => labs[framework].bench.peers.junit?.(join(folder, FILE)) ?? {},
};
