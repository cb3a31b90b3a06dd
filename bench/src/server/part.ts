import type { Part } from '../part.js';

export const server: Part = {
  usage: '',
  run: async () => '',
};
