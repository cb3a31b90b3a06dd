import type { Column } from './column.js';
import { jest } from './jest.js';
import { mocha, mochaParallel } from './mocha.js';
import { playwright } from './playwright.js';
import { vitest } from './vitest.js';
import { vitestBrowser } from './vitest-browser.js';

/** Every framework that we compare. To add a framework, add a member. */
export const columns: readonly Column[] = [playwright, jest, vitest, vitestBrowser, mocha, mochaParallel];
