// Waits, with a session open or a bare thread that does nothing, and says what of the CPU that took.
import { Worker } from 'node:worker_threads';
import { openSession } from '@testpoint/core';
import { sampleOptions, sampleRecord } from './sample-records.js';
import { input, processCpu } from './usage.js';

const { seconds, url, idRoot } = input<{ seconds: number; url?: string; idRoot: string }>();

const session =
  url === undefined
    ? undefined
    : openSession({ framework: 'bench', frameworkVersion: '1', idRoot, options: sampleOptions(url) });
const worker = session === undefined ? new Worker('setInterval(() => {}, 2 ** 30)', { eval: true }) : undefined;
session?.record(sampleRecord(0, 5));
// What begins late is not idleness: the run is taken, the first result leaves, and V8 uses the pause to collect garbage.
await new Promise((resolve) => setTimeout(resolve, 15_000));
const before = processCpu();
await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
const cpuPerMinute = ((processCpu() - before) * 60) / seconds;
await session?.close();
await worker?.terminate();
console.log(JSON.stringify({ cpuPerMinute }));
