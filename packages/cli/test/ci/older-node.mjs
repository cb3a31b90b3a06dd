// What the programs that check CI files expect of Node, and Node 20 lacks.
import { register } from 'node:module';

register('./json-imports.mjs', import.meta.url);
Set.prototype.union ??= function union(other) {
  return new Set([...this, ...other]);
};
