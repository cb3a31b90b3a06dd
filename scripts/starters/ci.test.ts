import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { IS_LONG } from '../is-long.js';
import { writeProject } from '../projects.mjs';
import { tryInCi } from './test/ci.js';
import { shapes } from './test/shapes.js';
import { LONG, useWorkshop } from './test/use-workshop.js';

// Each job installs the project on its own machine.
describe.runIf(IS_LONG && process.platform !== 'win32')('CI runs the tests that the project’s own commands run', () => {
  const workshop = useWorkshop();
  for (const manager of ['npm', 'pnpm'] as const) {
    test.each(Object.entries(shapes))(
      `%s, ${manager}`,
      { timeout: 2 * LONG },
      async (name, { manifest, own, jobs, files }) => {
        const folder = mkdtempSync(join(workshop().work, 'shape-'));
        writeProject(folder, {
          'package.json': JSON.stringify({ name: 'shape', private: true, ...manifest }, null, 2),
          '.gitignore': 'node_modules\n',
          // It does not ask which packages may run scripts when they are installed.
          ...(manager === 'pnpm' && { 'pnpm-workspace.yaml': 'strictDepBuilds: false\n' }),
          ...files,
        });
        const tried = await tryInCi(workshop(), folder, manager, own);
        rmSync(folder, { recursive: true, force: true });
        expect(tried, tried.output).toMatchObject({ failed: {}, ours: tried.own });
        expect(tried.own, name).toBeGreaterThan(1);
        expect(tried.jobs).toEqual([...jobs.map((job) => `test ${job}`), 'report']);
      },
    );
  }
});
