import { dialect } from './dialect.js';
import { say } from './tools.js';

dialect.test('is fine', () => say('fine'));
