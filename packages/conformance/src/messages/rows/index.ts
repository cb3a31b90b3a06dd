import type { Chapter } from '../scenario.js';
import { commands } from './commands.js';
import { delivery } from './delivery.js';
import { frameworks } from './frameworks.js';
import { settings } from './settings.js';

export const chapters: readonly Chapter[] = [settings, delivery, frameworks, commands];
