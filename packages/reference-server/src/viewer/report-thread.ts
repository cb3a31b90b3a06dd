/** The thread that makes a report of a large run, so that the thread that answers goes on answering. */
import { parentPort } from 'node:worker_threads';
import type { NamedRun } from './named-runs.js';
import { type ConfigurationNames, ReportMaker } from './report-maker.js';

/** Columns of the run in turn, and the run at the end. */
export type ReportInput = { columns: string } | { run: NamedRun; results: number; names: ConfigurationNames };

const maker = new ReportMaker();
parentPort?.on('message', (input: ReportInput) => {
  if ('columns' in input) return maker.add(input.columns);
  const { run, results, names } = input;
  send(maker.head(run, results, names));
  send(maker.chunks(run));
});

function send(lines: Uint8Array<ArrayBuffer>): void {
  parentPort?.postMessage(lines, [lines.buffer]);
}
