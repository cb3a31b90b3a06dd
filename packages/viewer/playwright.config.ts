import { existsSync } from 'node:fs';
import { defineConfig } from '@playwright/test';

const chromium = [process.env.CHROMIUM_PATH, '/usr/bin/chromium', '/usr/bin/google-chrome'].find(
  (path) => path && existsSync(path),
);

/** Tests the viewer in a real browser. Unless a file says otherwise, reports are opened from disk with the network off. */
export default defineConfig({
  testDir: 'test/browser',
  outputDir: 'test-results',
  workers: 2,
  timeout: 60_000,
  // `npm test` runs a sample beside all other tests.
  expect: { timeout: 20_000 },
  forbidOnly: true,
  // These tests write a report, too, so the viewer shows its own tests.
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
