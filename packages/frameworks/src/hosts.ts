// The only part of this package that reporters load.
import { jestHost } from '../../jest/src/description.js';
import { mochaHost } from '../../mocha/src/description.js';
import { playwrightHost } from '../../playwright/src/description.js';
import { vitestHost } from '../../vitest/src/description.js';
import type { Host } from './framework.js';

export const hosts: readonly Host[] = [playwrightHost, jestHost, vitestHost, mochaHost];
