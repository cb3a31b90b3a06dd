import type { Chapter } from '../scenario.js';
import { commands } from './commands.js';
import { frameworks } from './frameworks.js';

export const chapters: readonly Chapter[] = [frameworks, commands];
