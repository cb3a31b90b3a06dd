import { existsSync } from 'node:fs';
import { defineConfig } from '@playwright/test';

const chromium = [process.env.CHROMIUM_PATH, '/usr/bin/chromium', '/usr/bin/google-chrome'].find(
  (path) => path && existsSync(path),
);

/** The viewer in a real browser. Its reports are opened from disk, with the network off. */
export default defineConfig({
  testDir: 'test/browser',
  outputDir: 'test-results',
  workers: 1,
  timeout: 60_000,
  forbidOnly: true,
  // The viewer's own tests are in a report that the viewer shows.
  reporter: [['line'], ['@testpoint/playwright', { report: 'test-results/report' }]],
  use: {
    offline: true,
    viewport: { width: 1440, height: 900 },
    colorScheme: 'light',
    launchOptions: {
      ...(chromium !== undefined && { executablePath: chromium }),
      args: ['--no-sandbox', '--disable-background-networking'],
    },
  },
});
