import type { Framework, Peer } from '../peers/peer.js';
import { peers } from '../peers/peers.js';
import { testpoint, testpointWithSetup } from './ours.js';

/** A reporter that is measured: one of the peers, or one of ours. */
export type Contestant = Omit<Peer, 'name'> & {
  /** As it is chosen on the command line, and stands in the table. */
  name: string;
};

/** A reporter, and how slow its service is. */
export interface Column {
  contestant: Contestant;
  /** How long each request waits for its answer, milliseconds; undefined where reporters write files only. */
  latency: number | undefined;
}

export const contestants: readonly Contestant[] = [testpoint, testpointWithSetup, ...peers];
const FILES_ONLY = ['allure'];

/** @throws an Error that says which names there are. */
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
