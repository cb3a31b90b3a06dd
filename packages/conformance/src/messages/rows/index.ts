import type { Chapter } from '../scenario.js';
import { commands } from './commands.js';
import { delivery } from './delivery.js';
import { api } from './frameworks.js';
import { settings } from './settings.js';

export const chapters: readonly Chapter[] = [settings, delivery, api, commands];
