import type { Chapter } from '../scenario.js';
import { commandsElsewhere } from './elsewhere/commands.js';

export const commands: Chapter = { title: 'Commands', elsewhere: [commandsElsewhere], scenarios: [] };
