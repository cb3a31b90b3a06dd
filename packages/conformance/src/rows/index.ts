import { api } from './api.js';
import { ends } from './ends.js';
import { hooks } from './hooks.js';
import { output } from './output.js';
import type { Row } from './row.js';
import { steps } from './steps.js';
import { surroundings } from './surroundings.js';
import { verdicts } from './verdicts.js';

/** Every behavior, in the order of the documentation. */
export const rows: readonly Row[] = [...verdicts, ...hooks, ...steps, ...api, ...output, ...surroundings, ...ends];
