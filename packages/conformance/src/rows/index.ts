import { api } from './api.js';
import { brokenHooks } from './broken-hooks.js';
import { ends } from './ends.js';
import { hooks } from './hooks.js';
import { output } from './output.js';
import { toRow } from './row.js';
import { steps } from './steps.js';
import { surroundings } from './surroundings.js';
import { verdicts } from './verdicts.js';

const topics = { verdicts, hooks, 'broken-hooks': brokenHooks, steps, api, output, surroundings, ends };

/** Every behavior, in the order of the documentation. */
export const rows = Object.entries(topics).flatMap(([topic, behaviors]) =>
  Object.entries(behaviors).map(([title, behavior]) => toRow(title, { suite: topic, ...behavior })),
);
