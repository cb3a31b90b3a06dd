import type { Part } from '../part.js';

export const suites: Part = {
  usage: '',
  run: async () => '',
};
