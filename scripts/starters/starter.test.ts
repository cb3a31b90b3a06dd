import { expect, test } from 'vitest';
import { IS_LONG } from '../is-long.js';
import { tryStarter } from './starter.mjs';
import { LONG, useWorkshop } from './test/use-workshop.js';

const workshop = useWorkshop();

// `npm run test:starters` tries every kind of project.
test.runIf(IS_LONG)(
  "a new Vitest project under Yarn Plug'n'Play delivers after testpoint init, with no file edited by hand",
  {
    timeout: LONG,
  },
  async () => {
    const starter = await tryStarter(workshop(), 'vitest', "Yarn Plug'n'Play");
    expect(starter, starter.output).toMatchObject({ ok: true, delivered: 2 });
  },
);
