import { cucumber, cucumberHost } from '../../cucumber/src/description.js';
import { jest, jestHost } from '../../jest/src/description.js';
import { mocha, mochaHost } from '../../mocha/src/description.js';
import { nodeTest, nodeTestHost } from '../../node-test/src/description.js';
import { playwright, playwrightHost } from '../../playwright/src/description.js';
import { vitest, vitestHost } from '../../vitest/src/description.js';
import type { Framework, Host } from './framework.js';

export type { Framework } from './framework.js';

const byName = { playwright, jest, vitest, mocha, cucumber, 'node-test': nodeTest };
export type FrameworkName = keyof typeof byName;

/** The description of each framework, by name. */
export const frameworks: Readonly<Record<FrameworkName, Framework>> = byName;

/** The only part that reporters load. */
export const hosts: readonly Host[] = [playwrightHost, jestHost, vitestHost, mochaHost, cucumberHost, nodeTestHost];
