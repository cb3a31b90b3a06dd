/** Preloaded into a suite's process (`--import`): its first delivery thread dies by the clock. */
import { watchThreads } from './thread-death.js';

const lifetime = Number(process.env.CHAOS_THREAD_LIFETIME);
if (lifetime > 0) watchThreads(lifetime);
