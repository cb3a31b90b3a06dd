import type { Framework, Host } from '@testpoint/frameworks/framework';

export const playwrightHost: Host = {
  name: 'playwright',
  title: 'Playwright',
  isLoadedBy: (first) => 'configDir' in first && '_mode' in first,
  ownOptions: ['maskInput'],
};

export const playwright: Framework = {
  ...playwrightHost,
  dependency: '@playwright/test',
  versions: { oldest: '1.50', newest: '1.65' },
};
