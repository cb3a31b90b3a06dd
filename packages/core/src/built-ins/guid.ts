import { hexOf, slice } from './language.js';

const { random } = Math;
/** A page has no process. Nothing calls the function there. */
const { hrtime, pid } = (globalThis.process ?? {}) as NodeJS.Process;
let calls = 0;

/**
 * A random GUID (version 4), but no secret. It is unique even if something replaced `Math.random` before this file was loaded.
 * Node's own needs `node:crypto`, which took a fifth of core's time to load.
 */
export function newGuid(): string {
  const time = hrtime();
  calls += 1;
  const text = randomWord(time[1]) + randomWord(time[0]) + randomWord(pid) + randomWord(calls);
  return `${slice(text, 0, 8)}-${slice(text, 8, 12)}-4${slice(text, 13, 16)}-a${slice(text, 17, 20)}-${slice(text, 20)}`;
}

function randomWord(salt: number): string {
  return hexOf((random() * 2 ** 32) ^ salt);
}
