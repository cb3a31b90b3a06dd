import { allure } from '../peers/allure.js';
import type { Contestant, Framework } from '../peers/peer.js';
import { qase } from '../peers/qase.js';
import { reportportal } from '../peers/reportportal.js';
import { testpoint, testpointWithSetup } from './ours.js';

/** A reporter, and the latency of its service. */
export interface Column {
  contestant: Contestant;
  /** Delay of each answer, milliseconds; undefined if reporters only write files. */
  latency: number | undefined;
}

export const contestants: readonly Contestant[] = [testpoint, testpointWithSetup, allure, qase, reportportal];
const FILES_ONLY = ['allure'];

/** @throws an Error that lists the available names */
export function contestantNamed(name: string): Contestant {
  const found = contestants.find((contestant) => contestant.name === name);
  if (found !== undefined) return found;
  throw new Error(`There is no column "${name}", only ${contestants.map((one) => one.name).join(', ')}.`);
}

export function columnsOf(chosen: readonly Contestant[], framework: Framework, latencies: readonly number[]): Column[] {
  return chosen
    .filter(({ frameworks }) => frameworks.includes(framework))
    .flatMap((contestant): Column[] =>
      FILES_ONLY.includes(contestant.name)
        ? [{ contestant, latency: undefined }]
        : latencies.map((latency) => ({ contestant, latency })),
    );
}

export function columnName({ contestant, latency }: Column): string {
  return latency === undefined ? contestant.name : `${contestant.name} at ${latency} ms`;
}
