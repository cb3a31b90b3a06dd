// Waits, with an open session or a bare thread that does nothing, and prints the CPU time.
import { Worker } from 'node:worker_threads';
import { openSession } from '@testpoint/core/adapter';
import { sampleOptions, sampleRecord } from './sample-records.js';
import { input, processCpu } from './usage.js';

const { seconds, url, idRoot } = input<{ seconds: number; url?: string; idRoot: string }>();

const session =
  url === undefined
    ? undefined
    : openSession({ framework: 'bench', frameworkVersion: '1', idRoot, options: sampleOptions(url) });
const worker = session === undefined ? new Worker('setInterval(() => {}, 2 ** 30)', { eval: true }) : undefined;
session?.record(sampleRecord(0, 5));
// Start-up work is not idle time: getting the run, sending the first result, and V8's garbage collection in the pause.
await new Promise((resolve) => setTimeout(resolve, 15_000));
const before = processCpu();
await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
const cpuPerMinute = ((processCpu() - before) * 60) / seconds;
await session?.close();
await worker?.terminate();
console.log(JSON.stringify({ cpuPerMinute }));
