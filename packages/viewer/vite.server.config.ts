import { defineConfig, mergeConfig } from 'vite';
import { serverPage } from './bundling/pages.js';
import report from './vite.config.js';

/** Builds the pages of the server from the same components. */
export default defineConfig(() => {
  const { plugins: _, build: _build, ...shared } = report;
  return mergeConfig(shared, {
    plugins: [serverPage()],
    build: {
      ...report.build,
      outDir: 'dist-server',
      rolldownOptions: { ...report.build?.rolldownOptions, input: `${shared.root}/src/server/main.tsx` },
    },
  });
});
