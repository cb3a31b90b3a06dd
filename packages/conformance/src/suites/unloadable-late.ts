import { dialect } from './dialect.js';

dialect.test('is never known', () => {});

const end = Date.now() + 250;
while (Date.now() < end);
throw new Error('this file is broken');
