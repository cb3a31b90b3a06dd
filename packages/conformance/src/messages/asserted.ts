import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** Shorter sequences of words may appear anywhere. */
const LEAST_WORDS = 3;

/** Whether a test file contains words of a message. @param test path from the root of the repository */
export function isAssertedIn(test: string, says: string): boolean {
  const source = readFileSync(fileURLToPath(new URL(`../../../../${test}`, import.meta.url)), 'utf8').replaceAll(
    '\\',
    '',
  );
  return says.split(/[…\n]/).some((piece) => {
    const words = piece.trim().split(' ');
    const wanted = Math.min(LEAST_WORDS, words.length);
    return words.some((_, from) => {
      const run = words.slice(from, from + wanted);
      return run.length === wanted && run.join('').length > 2 * LEAST_WORDS && source.includes(run.join(' '));
    });
  });
}
