import { jest } from '../../jest/src/description.js';
import { mocha } from '../../mocha/src/description.js';
import { playwright } from '../../playwright/src/description.js';
import { vitest } from '../../vitest/src/description.js';
import type { Framework } from './framework.js';

export type { Framework } from './framework.js';

const byName = { playwright, jest, vitest, mocha };
export type FrameworkName = keyof typeof byName;

/** The description of each framework, by name. */
export const frameworks: Readonly<Record<FrameworkName, Framework>> = byName;
