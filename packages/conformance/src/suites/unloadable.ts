import { dialect } from './dialect.js';

dialect.test('is never known', () => {});

throw new Error('this file is broken');
