import { allure } from '../peers/allure.js';
import { junit } from '../peers/junit.js';
import type { Contestant } from '../peers/peer.js';
import { qase } from '../peers/qase.js';
import { ours } from './ours.js';

export const contestants: readonly Contestant[] = [...ours(), allure, qase, junit];

export function contestantNamed(name: string): Contestant {
  const found = contestants.find((contestant) => contestant.name === name);
  if (found === undefined) throw new Error(`There is no column "${name}"`);
  return found;
}
