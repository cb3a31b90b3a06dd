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
  command: ['playwright', 'test'],
  // By file and line. Its full titles begin with the project and the file.
  rerun: ({ project, tests, titles, pattern }) => {
    const hasLines = tests.every(({ line }) => line !== undefined);
    const places = tests.map(({ file, line }) => {
      // The file is a pattern. A dot needs no escape: it also matches a dot.
      const path = /^[A-Za-z0-9_@./-]+$/.test(file) ? file : pattern(file);
      return hasLines ? `${path}:${line}` : path;
    });
    return [...new Set(places), ['--grep', hasLines ? undefined : titles(' ', '')], ['--project', project]];
  },
  traces: {
    command: ['playwright', 'show-trace'],
    // Each is a dependency of the one before it; in other installations, only one of them may be found.
    packages: ['@playwright/test', 'playwright', 'playwright-core'],
    viewer: 'lib/vite/traceViewer',
  },
};
