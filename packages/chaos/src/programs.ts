import { createRequire } from 'node:module';

const { resolve } = createRequire(import.meta.url);

/** The suite in a process of its own, as the build leaves it. */
export const ADAPTER = resolve('@testpoint/chaos/adapter');
/** The flush in a process of its own. */
export const FLUSH_PROCESS = resolve('@testpoint/chaos/flush-process');
/** What is preloaded into a suite's process to kill its delivery thread. */
export const THREAD_KILLER = resolve('@testpoint/chaos/thread-killer');
/** The suite of very many tests. */
export const LARGE_SUITE = resolve('@testpoint/chaos/large-suite');
