import type { Part } from '../part.js';

export const micro: Part = {
  usage: '',
  run: async () => '',
};
