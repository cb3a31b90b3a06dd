import type { Framework } from './framework.js';
import { jest } from './jest.js';
import { mocha } from './mocha.js';
import { playwright } from './playwright.js';
import { vitest } from './vitest.js';

export const FRAMEWORKS: readonly Framework[] = [playwright, jest, vitest, mocha];
